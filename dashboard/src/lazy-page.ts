/**
 * Pages whose code is loaded when they are opened first. While the service cannot be reached their code waits for it;
 * when it can and the code is gone, another version was installed, and only loading the whole page anew helps.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { isReachable, reportReachable } from './api/connection.ts';

const retryMs = 2000;

/** `load` imports the module and answers the page in it. */
export function lazyPage(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await loadPatiently(load) }));
}

async function loadPatiently(load: () => Promise<ComponentType>): Promise<ComponentType> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await answers()) return await loadOnceMore(load, error);
      reportReachable(false);
      while (!isReachable()) await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

/** It may have come back between the failure and the question. */
async function loadOnceMore(load: () => Promise<ComponentType>, cause: unknown): Promise<ComponentType> {
  try {
    return await load();
  } catch {
    throw new Error('The page could not be loaded. Nameplate may have been updated: reload.', { cause });
  }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
