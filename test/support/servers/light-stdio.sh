# Spawned: a stdio server of protocol 2025-11-25 with one tool, light enough to be started a thousand times. `sh light-stdio.sh`
while read -r line; do
  id=${line##*'"id":'}
  id=${id%%[!0-9]*}
  case $line in
  *'"method":"initialize"'*)
    result='{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"light","version":"1"}}'
    ;;
  *'"method":"tools/list"'*) result='{"tools":[{"name":"light","inputSchema":{"type":"object"}}]}' ;;
  *) continue ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
