-- Requests from BENCH_REQUESTS, a file in which each has BENCH_REQUEST_SIZE bytes. None is sent twice: when they have run
-- out the run ends, and says so.
local file = assert(io.open(os.getenv('BENCH_REQUESTS'), 'rb'))
local size = tonumber(os.getenv('BENCH_REQUEST_SIZE'))
local threads = {}
file:setvbuf('full', 1048576)
exhausted = false

request = function()
  local text = file:read(size)
  if text then return text end
  exhausted = true
  wrk.thread:stop()
  return 'GET /there-are-no-more HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
end

setup = function(thread) table.insert(threads, thread) end

done = function()
  for _, thread in ipairs(threads) do
    if thread:get('exhausted') then print('The requests ran out') end
  end
end
