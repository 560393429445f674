import { expect, test } from 'vitest';
import { MetricRegistry } from './metric-registry.ts';
import { Metrics } from './metrics.ts';

test('a histogram that was counted elsewhere is shown with cumulative buckets', async () => {
  const registry = new MetricRegistry();
  registry.histogram('x_seconds', 'Of x.', [0.1, 1], () => [
    { labels: { class: '2xx' }, counts: [3, 0, 1], sum: 5.5 },
  ]);
  expect(await registry.inner.metrics()).toBe(`# HELP x_seconds Of x.
# TYPE x_seconds histogram
x_seconds_bucket{class="2xx",le="0.1"} 3
x_seconds_bucket{class="2xx",le="1"} 3
x_seconds_bucket{class="2xx",le="+Inf"} 4
x_seconds_sum{class="2xx"} 5.5
x_seconds_count{class="2xx"} 4
`);
});

test('a gauge has no sample while its value is undefined, and labels that went away are gone', async () => {
  const registry = new MetricRegistry();
  let value: number | undefined = 4;
  registry.gauge('x', 'Of x.', () => value);
  registry.labelledGauge('y', 'Of y.', ['worker'], (set) => {
    if (value !== undefined) set({ worker: '1' }, value);
  });
  expect(await registry.inner.metrics()).toMatch(/^x 4$[^]*^y\{worker="1"\} 4$/m);
  value = undefined;
  expect(await registry.inner.metrics()).not.toMatch(/^[xy][ {]/m);
});

test('the version of the program and of Node are shown', async () => {
  const metrics = new Metrics();
  metrics.exposeProgram('1.2.3', { restarts: 0, upgrades: 0 });
  const { text } = await metrics.render();
  expect(text).toContain(`nameplate_build_info{version="1.2.3",node="${process.versions.node}"} 1\n`);
});

test('of the process, these metrics are published, whatever the client can count', async () => {
  const { text } = await new Metrics().render();
  const names = [...text.matchAll(/^# HELP nameplate_main_(\S+)/gm)].map(([, name]) => String(name));
  expect(new Set(names)).toEqual(
    new Set([
      'nodejs_active_handles',
      'nodejs_active_requests',
      'nodejs_active_resources',
      'nodejs_eventloop_lag_max_seconds',
      'nodejs_eventloop_lag_mean_seconds',
      'nodejs_eventloop_lag_min_seconds',
      'nodejs_eventloop_lag_p50_seconds',
      'nodejs_eventloop_lag_p90_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_eventloop_lag_seconds',
      'nodejs_eventloop_lag_stddev_seconds',
      'nodejs_external_memory_bytes',
      'nodejs_gc_duration_seconds',
      'nodejs_heap_size_total_bytes',
      'nodejs_heap_size_used_bytes',
      'nodejs_heap_space_size_available_bytes',
      'nodejs_heap_space_size_total_bytes',
      'nodejs_heap_space_size_used_bytes',
      'nodejs_version_info',
      'process_cpu_seconds_total',
      'process_cpu_system_seconds_total',
      'process_cpu_user_seconds_total',
      'process_heap_bytes',
      'process_max_fds',
      'process_open_fds',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
      'process_virtual_memory_bytes',
    ]),
  );
});
