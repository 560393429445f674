/**
 * Imports redirects from a CSV file. States: *choosing* a file → *checking* it against what the account has → *plan*,
 * the last look before anything is written → *running* → *ended*, with what failed. Only *running* writes.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changed } from '../../../api/changed.ts';
import { redirects } from '../../../api/resources.ts';
import { useAccountUuid } from '../../../session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { findExisting } from './find-existing.ts';
import { ImportEnded } from './import-ended.tsx';
import { ImportPlan } from './import-plan.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportSource } from './import-source.tsx';
import { type PlannedLine, planImport } from './plan-import.ts';
import { readImport } from './read-import.ts';
import { type Ended, type Progress, runImport, type WrittenLine } from './run-import.ts';

type State =
  | { readonly step: 'choosing'; readonly problem?: unknown }
  | { readonly step: 'checking'; readonly name: string }
  | {
      readonly step: 'plan';
      readonly name: string;
      readonly columns: readonly string[];
      readonly lines: readonly PlannedLine[];
    }
  | {
      readonly step: 'running';
      readonly columns: readonly string[];
      readonly progress: Progress;
      readonly isStopping: boolean;
    }
  | { readonly step: 'ended'; readonly columns: readonly string[]; readonly ended: Ended };

const titles = {
  choosing: 'Import redirects',
  checking: 'Checking the file',
  plan: 'Check before importing',
  running: 'Importing',
  ended: 'Import finished',
};

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const [state, setState] = useState<State>({ step: 'choosing' });
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(new Error('closed')), []);
  useWarning(state.step === 'running');

  const check = async (name: string, text: string): Promise<void> => {
    const file = readImport(text);
    if (!file.ok) return setState({ step: 'choosing', problem: new Error(`${name}: ${file.problem}`) });
    setState({ step: 'checking', name });
    stop.current = new AbortController();
    const { signal } = stop.current;
    try {
      const hosts = file.lines.flatMap((line) => ('values' in line ? [line.host] : []));
      const existing = await findExisting(accountUuid, hosts, signal);
      const lines = planImport(file.lines, file.given, existing);
      setState({ step: 'plan', name, columns: file.columns, lines });
    } catch (error) {
      if (!signal.aborted) setState({ step: 'choosing', problem: error });
    }
  };

  const run = async (lines: readonly WrittenLine[], columns: readonly string[]): Promise<void> => {
    stop.current = new AbortController();
    const progress = {
      total: lines.length,
      created: 0,
      updated: 0,
      failed: [],
      warned: [],
      waitSeconds: undefined,
    };
    setState({ step: 'running', columns, progress, isStopping: false });
    const ended = await runImport(
      lines,
      (line) =>
        line.kind === 'create'
          ? redirects.create({ account_uuid: accountUuid }, line.values)
          : redirects.update({ account_uuid: accountUuid, redirect_uuid: line.uuid }, line.changes),
      {
        signal: stop.current.signal,
        onProgress: (now) =>
          setState((before) => (before.step === 'running' ? { ...before, progress: now } : before)),
      },
    );
    setState({ step: 'ended', columns, ended });
    await changed(queryClient, [redirects.key]);
  };

  return (
    <Dialog
      open
      // Pressing Escape once too often must not hide a running import.
      onOpenChange={(open) => (open || state.step === 'running' ? undefined : onClose())}
      title={titles[state.step]}
      size="l"
    >
      {state.step === 'choosing' ? (
        <>
          {state.problem === undefined ? null : <FailureNotice error={state.problem} />}
          <ImportSource onText={(name, text) => void check(name, text)} onClose={onClose} />
        </>
      ) : state.step === 'checking' ? (
        <Skeleton lines={5} label="Comparing with existing redirects" />
      ) : state.step === 'plan' ? (
        <ImportPlan
          name={state.name}
          columns={state.columns}
          lines={state.lines}
          onBack={() => setState({ step: 'choosing' })}
          onRun={(lines) => void run(lines, state.columns)}
        />
      ) : state.step === 'running' ? (
        <ImportProgress
          progress={state.progress}
          isStopping={state.isStopping}
          onStop={() => {
            stop.current.abort(new Error('stopped'));
            setState({ ...state, isStopping: true });
          }}
        />
      ) : (
        <ImportEnded
          ended={state.ended}
          columns={state.columns}
          onContinue={() => void run(state.ended.left, state.columns)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** Leaving the page would stop the import. */
function useWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
