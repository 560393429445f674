/**
 * `nameplate doctor`. Its checks are listed here, also those of features: they look at the edge, authorities and settings, which features
 * don't import. Source: docs/guides/operations.md.
 */

import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { systemClock } from '../core/clock.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { counted } from './counted.ts';
import { checkAnalyticsLibrary } from './doctor/analytics-library.ts';
import { checkAnalyticsStore } from './doctor/analytics-store.ts';
import { checkAnalyticsTrial } from './doctor/analytics-trial.ts';
import { checkAuthority } from './doctor/authority.ts';
import { checkBotDirectories } from './doctor/bot-directories.ts';
import { checkConfiguration } from './doctor/configuration.ts';
import { checkControlStore } from './doctor/control-store.ts';
import { checkDataDirectory } from './doctor/data-directory.ts';
import { checkDelegation } from './doctor/delegation.ts';
import { checkDns } from './doctor/dns.ts';
import { type Finding, finding, type Level } from './doctor/finding.ts';
import { checkDataAges, checkLookupData } from './doctor/lookup-data.ts';
import { checkClock, checkNode, checkWorkers } from './doctor/machine.ts';
import { checkPooler } from './doctor/pooler.ts';
import { checkPorts } from './doctor/ports.ts';
import { checkReachability } from './doctor/reachability.ts';
import { checkSpool } from './doctor/spool.ts';
import { checkStored } from './doctor/stored.ts';
import { print, printJson, printLine } from './output.ts';

const help = `Usage: nameplate doctor [--analytics] [--verbose] [--json]

Checks what Nameplate needs: the configuration, Node, the data directory and
its disk, the secret key, the stores and their schemas, hosts that two accounts
use, rules that cost too much, the findings of the installation and the three
worst domains, the certificate authority, the certificates and why some can't
be ordered, the spool, the database of locations, the edge's public address, the
DNS servers that are asked, the delegation of the challenge zone, the keys that
crawlers sign with, the ports and whether the public ones lead here, the edge
workers and the clock. It changes nothing, and can run beside the service.

With --analytics it tries instead what Nameplate assumes of the ClickHouse
server or cluster: version, settings, rights, clocks, and for a cluster its
nodes and macros. It makes a table with a random name (nameplate_doctor_…),
inserts twice with one token, reads each replica, removes the rows and drops
the table again, also when something fails. Run it before the first start on a
cluster.

Problems come first, then warnings, each with what to do about it. What is fine
is only counted. The exit code is 1 when there is a problem.

Options:
${formatHelp([
  ['--analytics', 'try the ClickHouse server or cluster'],
  ['--verbose', 'also show what is fine, and the value of each variable'],
  ['--json', 'print {"status": …, "findings": [{level, check, message}]}, with what is fine'],
])}
`;

export function doctorCommand(): Command {
  return defineCommand('doctor', help)
    .option('--analytics')
    .option('--verbose')
    .option('--json')
    .action(examine);
}

type Options = { analytics?: true; json?: true; verbose?: true };

async function examine(options: Options): Promise<void> {
  const { findings: configuration, config, listenersClash } = checkConfiguration(readEnvironment());
  const findings = options.analytics
    ? [...configuration, ...(await checkAnalyticsTrial(config))]
    : [...configuration, ...(await checkAll(config, listenersClash))];
  const status = worst(findings);
  if (options.json) await printJson({ status, findings });
  else await printFindings(findings, options.verbose === true);
  if (status === 'problem') process.exitCode = 1;
}

async function checkAll(config: Config, listenersClash: boolean): Promise<Finding[]> {
  return [
    checkNode(),
    ...checkDataDirectory(config),
    await checkControlStore(config),
    ...(await checkPooler(config)),
    ...(await checkAuthority(config, systemClock)),
    ...(await checkStored(config, systemClock)),
    checkAnalyticsLibrary(config),
    await checkAnalyticsStore(config),
    ...(await checkSpool(config, systemClock.now())),
    ...checkLookupData(config),
    checkDataAges(config, systemClock.now()),
    ...(await checkDns(config)),
    ...(await checkDelegation(config)),
    ...(await checkBotDirectories(config)),
    ...(listenersClash ? [skippedPorts()] : await checkPorts(config)),
    ...(await checkReachability(config)),
    checkWorkers(config),
    checkClock(config),
  ];
}

function skippedPorts(): Finding {
  return finding('warning', 'ports', 'Not checked: two listeners are configured for the same port.');
}

function worst(findings: readonly Finding[]): Level {
  const levels = new Set(findings.map(({ level }) => level));
  if (levels.has('problem')) return 'problem';
  return levels.has('warning') ? 'warning' : 'ok';
}

/** The worst first. What is fine is only counted unless `verbose`: the rest would drown in it. */
async function printFindings(findings: readonly Finding[], verbose: boolean): Promise<void> {
  const of = (level: Level) => findings.filter((one) => one.level === level);
  const [problems, warnings, fine] = [of('problem'), of('warning'), of('ok')];
  const shown = [...problems, ...warnings, ...(verbose ? fine : [])];
  const width = Math.max(...shown.map(({ check }) => check.length));
  for (const { level, check, message } of shown) {
    await printLine(`${level.padEnd(7)}  ${check.padEnd(width)}  ${message}`);
  }
  const wrong = [counted(problems.length, 'problem'), counted(warnings.length, 'warning')];
  const rest = `${counted(fine.length, 'check')} fine${verbose ? '' : ' (--verbose shows them)'}`;
  await print(`${shown.length === 0 ? '' : '\n'}${[...wrong, rest].join(', ')}.\n`);
}
