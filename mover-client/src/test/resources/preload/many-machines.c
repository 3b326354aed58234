/*
 * Preloaded into the processes of a test of many nodes, so that one machine behaves as several:
 *
 * - Locks of files are granted to everybody, as on a network file system without a lock service.
 * - The wall clock is wrong by the nanoseconds in the file $BDM_TEST_CLOCK, which may change at any time. The monotonic clock is right.
 * - The process stops itself right before it places a file under its final name: before the Nth time from when N is written to the file
 *   $BDM_TEST_STOP. 0 never stops it.
 *
 * - Each file that it places is a line in the file $BDM_TEST_PLACED: nanoseconds of the monotonic clock, and the final name.
 *
 * The first two files hold one signed number of 64 bits in the order of the machine, and are mapped.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define NANOS_PER_SECOND 1000000000L

static volatile int64_t nothing = 0;
static volatile int64_t *clock_offset_nanos = &nothing;
static volatile int64_t *placings_before_stop = &nothing;

static int placed_file = -1;

static long (*next_syscall)(long, ...);
static int (*next_clock_gettime)(clockid_t, struct timespec *);
static int (*next_fcntl)(int, int, ...);
static int (*next_linkat)(int, const char *, int, const char *, int);
static int (*next_renameat)(int, const char *, int, const char *);

static volatile int64_t *map(const char *variable) {
    const char *name = getenv(variable);
    int file = name == NULL ? -1 : open(name, O_RDWR | O_CLOEXEC);
    if (file < 0) return &nothing;
    void *mapped = mmap(NULL, sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return mapped == MAP_FAILED ? &nothing : mapped;
}

/* Others may call before the constructor of this library has run. */
static void find(void) {
    if (next_clock_gettime != NULL) return;
    next_syscall = dlsym(RTLD_NEXT, "syscall");
    next_fcntl = dlsym(RTLD_NEXT, "fcntl");
    next_linkat = dlsym(RTLD_NEXT, "linkat");
    next_renameat = dlsym(RTLD_NEXT, "renameat");
    next_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
}

__attribute__((constructor)) static void begin(void) {
    find();
    clock_offset_nanos = map("BDM_TEST_CLOCK");
    placings_before_stop = map("BDM_TEST_STOP");
    const char *placed = getenv("BDM_TEST_PLACED");
    if (placed != NULL) placed_file = open(placed, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* Locks of files. */

static int locks(int command) {
    return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
}

static int control(int file, int command, void *argument) {
    find();
    return locks(command) ? 0 : next_fcntl(file, command, argument);
}

int fcntl(int file, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return control(file, command, argument);
}

int fcntl64(int file, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return control(file, command, argument);
}

int flock(int file, int operation) {
    (void) file;
    (void) operation;
    return 0;
}

/* The wall clock. */

int clock_gettime(clockid_t clock, struct timespec *time) {
    find();
    int result = next_clock_gettime(clock, time);
    int64_t offset = *clock_offset_nanos;
    if (result != 0 || offset == 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
    int64_t nanos = (int64_t) time->tv_sec * NANOS_PER_SECOND + time->tv_nsec + offset;
    time->tv_sec = nanos / NANOS_PER_SECOND;
    time->tv_nsec = nanos % NANOS_PER_SECOND;
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void) zone;
    struct timespec time;
    if (clock_gettime(CLOCK_REALTIME, &time) != 0) return -1;
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return (time_t) -1;
    if (result != NULL) *result = now.tv_sec;
    return now.tv_sec;
}

/* Placing: a temporary file gets its final name. */

static int ends_with(const char *name, const char *end) {
    size_t length = strlen(name);
    size_t of_end = strlen(end);
    return length >= of_end && strcmp(name + length - of_end, end) == 0;
}

static int is_placing(const char *from, const char *to) {
    return ends_with(from, ".part") && !ends_with(to, ".part") && !ends_with(to, ".left");
}

/* The signal is for this thread: one for the process may reach another thread first, and this one would place the file meanwhile. */
static void stop_before_placing(void) {
    int64_t left = __atomic_load_n(placings_before_stop, __ATOMIC_SEQ_CST);
    while (left > 0) {
        if (!__atomic_compare_exchange_n(
                placings_before_stop, &left, left - 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) continue;
        if (left == 1) raise(SIGSTOP);
        return;
    }
}

static void note_placed(const char *to) {
    char line[512];
    struct timespec now;
    if (placed_file < 0) return;
    next_clock_gettime(CLOCK_MONOTONIC, &now);
    int length = snprintf(line, sizeof line, "%lld %s\n", (long long) now.tv_sec * NANOS_PER_SECOND + now.tv_nsec, to);
    if (length > 0 && (size_t) length < sizeof line && write(placed_file, line, (size_t) length) < 0) abort();
}

int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
    find();
    int placing = is_placing(from, to);
    if (placing) stop_before_placing();
    int result = next_linkat(from_directory, from, to_directory, to, flags);
    if (placing && result == 0) note_placed(to);
    return result;
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
    find();
    int placing = is_placing(from, to);
    if (placing) stop_before_placing();
    int result = next_renameat(from_directory, from, to_directory, to);
    if (placing && result == 0) note_placed(to);
    return result;
}

long syscall(long number, ...) {
    va_list arguments;
    va_start(arguments, number);
    long a = va_arg(arguments, long);
    long b = va_arg(arguments, long);
    long c = va_arg(arguments, long);
    long d = va_arg(arguments, long);
    long e = va_arg(arguments, long);
    long f = va_arg(arguments, long);
    va_end(arguments);
    find();
    if (number == SYS_flock) return 0;
    int placing = number == SYS_renameat2 && is_placing((const char *) b, (const char *) d);
    if (placing) stop_before_placing();
    long result = next_syscall(number, a, b, c, d, e, f);
    if (placing && result == 0) note_placed((const char *) d);
    return result;
}
