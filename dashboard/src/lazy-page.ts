/**
 * Pages whose code loads when first opened. While the service is unreachable, loading waits. If the service
 * is up but the code is missing, Nameplate was updated, and only reloading the page helps.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { onReachableAgain, reportReachable } from './api/connection.ts';

/** `load` imports the module and returns its page. */
export function lazyPage(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await loadWhenReachable(load) }));
}

async function loadWhenReachable(load: () => Promise<ComponentType>): Promise<ComponentType> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await answers()) return await loadOnceMore(load, error);
      reportReachable(false);
      await reachableAgain();
    }
  }
}

/** The service may have recovered since the failure. */
async function loadOnceMore(load: () => Promise<ComponentType>, cause: unknown): Promise<ComponentType> {
  try {
    return await load();
  } catch {
    throw new Error("The page couldn't be loaded. Nameplate may have been updated; reload to continue.", {
      cause,
    });
  }
}

function reachableAgain(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onReachableAgain(() => {
      stop();
      resolve();
    });
  });
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
