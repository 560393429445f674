-- For wrk: events of trackers as browsers send them, of 1,000 pages and 50 browsers, made before the run.
local requests = {}
local count = 0

function init(args)
  local host = wrk.headers["Host"]
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "text/plain;charset=UTF-8"
  wrk.headers["Accept"] = "*/*"
  wrk.headers["Accept-Language"] = "en-US,en;q=0.9"
  wrk.headers["Accept-Encoding"] = "gzip, deflate, br, zstd"
  wrk.headers["Origin"] = "https://" .. host
  wrk.headers["Referer"] = "https://" .. host .. "/"
  wrk.headers["Sec-Fetch-Dest"] = "empty"
  wrk.headers["Sec-Fetch-Mode"] = "cors"
  wrk.headers["Sec-Fetch-Site"] = "same-origin"
  for i = 1, 1000 do
    wrk.headers["User-Agent"] = string.format(
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%d.0.0.0 Safari/537.36",
      90 + i % 50)
    requests[i] = wrk.format(nil, nil, nil, string.format(
      '{"u":"https://%s/articles/%d?utm_source=newsletter&utm_medium=mail","r":"https://www.google.com/","w":%d}',
      host, i, 320 + i))
  end
end

function request()
  count = count % 1000 + 1
  return requests[count]
end
