# Run by npm after an installation: leaves node_modules/.bin/node as a link to the Node that came with the package, if that runs.
# npm 9 and 10 take the link away with the package for the other architecture, and any npm links a binary that needs glibc where
# there is none. Also where this package is the dependency of another one. Never fails the installation.
for modules in node_modules ../../node_modules; do
  link=$modules/.bin/node
  for node in "$modules"/node-linux-*/bin/node; do
    [ -f "$node" ] || continue
    if "$node" --version >/dev/null 2>&1; then
      [ -e "$link" ] || { mkdir -p "$modules/.bin" && ln -sf "../${node#"$modules"/}" "$link"; }
    elif [ -L "$link" ] && ! "$link" --version >/dev/null 2>&1; then
      rm -f "$link"
    fi
  done
done 2>/dev/null
exit 0
