#!/bin/bash
cd /tmp/wt/fetch; /tmp/wt/m -Dquick -DskipWeb -pl mover-core test -Dtest="$1" -Dsurefire.failIfNoSpecifiedTests=false > /tmp/wt/fetch-test.log 2>&1; grep -E "ERROR.*(Test|Fetch|COMPIL|java:)|seed|Expecting|expected:|but was|to be" /tmp/wt/fetch-test.log | head -${2:-30}; date
