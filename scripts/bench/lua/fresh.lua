-- Requests of which each has an id that none had before. In BENCH_TARGET and BENCH_BODY, ID stands for it and NUMBER
-- for one of BENCH_NUMBERS telephone numbers from BENCH_FIRST_NUMBER on, each as often as the others.
--
-- BENCH_BASE (13 characters, of the run) and a count make an id. With BENCH_IDS=random they stand at its end, behind
-- random digits, so that no index finds two of them side by side.
local base, count = os.getenv('BENCH_BASE'), 0
local method, target, body = os.getenv('BENCH_METHOD'), os.getenv('BENCH_TARGET'), os.getenv('BENCH_BODY')
local pipeline = tonumber(os.getenv('BENCH_PIPELINE') or 1)
local scattered = os.getenv('BENCH_IDS') == 'random'
local first = tonumber(os.getenv('BENCH_FIRST_NUMBER') or 0)
local numbers = tonumber(os.getenv('BENCH_NUMBERS') or 0)
local headers = {['Content-Type'] = 'application/json'}
local short = base:gsub('-', '')
math.randomseed(tonumber(short:sub(5), 16))

local function id()
  if not scattered then return string.format('%s-4000-8000-%012x', base, count) end
  return string.format('%04x%04x-%s-4%s-8%s-%s%06x', math.random(0, 0xffff), math.random(0, 0xffff),
    short:sub(1, 4), short:sub(5, 7), short:sub(8, 10), short:sub(11, 12) .. string.format('%04x', math.floor(count / 0x1000000)),
    count % 0x1000000)
end

local function filled(text, call)
  text = text:gsub('ID', call)
  -- A step that shares no factor with a round number of numbers meets all of them.
  if numbers > 0 then text = text:gsub('NUMBER', string.format('%d', first + count * 7919 % numbers)) end
  return text
end

request = function()
  local requests = {}
  for i = 1, pipeline do
    count = count + 1
    local call = id()
    requests[i] = wrk.format(method, filled(target, call), headers, body and filled(body, call))
  end
  return table.concat(requests)
end
