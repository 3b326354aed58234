if [ "$1" -gt 1 ]; then how=upgrade; else how=new; fi
/opt/bdm/lib/after-install "$how"
