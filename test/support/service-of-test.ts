/** A service that ends with its test, and what most tests ask of one. */
import { expect, onTestFinished } from 'vitest';
import { type ServiceSettings, TestService } from './service.ts';
import type { ApiAnswer } from './service-client.ts';
import { tempDir } from './temp-dir.ts';

/** Starts a service with two workers, unless `settings` say otherwise. */
export async function startService(settings: Partial<ServiceSettings> = {}): Promise<TestService> {
  const service = await TestService.start({ dataDir: await tempDir(), workers: 2, ...settings });
  onTestFinished(async () => void (await service.stop()));
  return service;
}

export function createRedirect(service: TestService, sourceHost: string): Promise<ApiAnswer> {
  const json = { source_host: sourceHost, destination_url: 'https://dest.example' };
  return service.api(service.redirects, { json });
}

export function whenReady(service: TestService): Promise<void> {
  return expect.poll(() => service.isReady(), { interval: 50 }).toBe(true);
}
