[ "$1" -gt 0 ] || /opt/bdm/lib/before-removal
