-- For wrk: creates a redirect on a host that no request had before. The argument is a word that no run had before.
local prefix
local count = 0

function init(args)
  prefix = args[1]
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  count = count + 1
  local body = string.format(
    '{"source_host":"%s-%d.customers.example","destination_url":"https://www.customer-%d.example/welcome"}',
    prefix, count, count)
  return wrk.format(nil, nil, nil, body)
end
