"""One run of a bench: its exit code, and nothing left behind."""
import shutil
import sys

from racing import processes
from racing.course import CannotRace


def attempted(name, directory, check, run):
    """Returns the exit code: that of run, 1 if a program failed, 3 if the bench cannot run here.

    directory: made for run and removed after it; one that exists is somebody's, and stays
    check: throws CannotRace before anything is made
    """
    made = False
    try:
        check()
        if directory.exists():
            raise CannotRace(f"{directory} exists; remove it, or name another with --dir")
        directory.mkdir(parents=True)
        made = True
        return run()
    except CannotRace as e:
        print(f"{name}: {e}", file=sys.stderr)
        return 3
    except processes.Failed as e:
        print(f"{name}: {e}", file=sys.stderr)
        return 1
    finally:
        processes.stop_all()
        if made:
            shutil.rmtree(directory, ignore_errors=True)
