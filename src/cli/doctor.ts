/** `nameplate doctor`. Source: docs/guides/operations.md. */
import type { Command } from 'commander';
import { readEnvironment } from '../config/env.ts';
import { systemClock } from '../core/clock.ts';
import { defineCommand } from './command.ts';
import { checkAnalyticsStore } from './doctor/analytics-store.ts';
import { checkAuthority } from './doctor/authority.ts';
import { checkCertificates } from './doctor/certificates.ts';
import { checkConfiguration } from './doctor/configuration.ts';
import { checkControlStore } from './doctor/control-store.ts';
import { checkDataDirectory } from './doctor/data-directory.ts';
import { checkDns } from './doctor/dns.ts';
import { type Finding, finding, type Level } from './doctor/finding.ts';
import { checkGeoip } from './doctor/geoip.ts';
import { checkHosts } from './doctor/hosts.ts';
import { checkClock, checkNode, checkWorkers } from './doctor/machine.ts';
import { checkPorts } from './doctor/ports.ts';
import { checkReachability } from './doctor/reachability.ts';
import { checkSpool } from './doctor/spool.ts';
import { print, printJson } from './output.ts';

const help = `Usage: nameplate doctor [--json]

Checks what Nameplate needs: the configuration with the value of each variable
in force, Node, the data directory and its disk, the secret key, the stores and
their schemas, hosts that two accounts use, the certificate authority, the
certificates and why some cannot be had, the spool, the database of locations,
where the edge is to be found and the DNS servers that are asked, the ports and
whether the public ones lead here, the edge workers and the clock. It changes
nothing, and may be run beside a running service.

Each finding is ok, a warning or a problem, with what to do about it. The exit
code is 1 when there is a problem.

Options:
  --json      print {"status": …, "findings": [{level, check, message}]}
  -h, --help  print this help
`;

export function doctorCommand(): Command {
  return defineCommand('doctor', help).option('--json').action(examine);
}

async function examine(options: { json?: true }): Promise<void> {
  const { findings: configuration, config, listenersClash } = checkConfiguration(readEnvironment());
  const findings = [
    ...configuration,
    checkNode(),
    ...checkDataDirectory(config),
    await checkControlStore(config),
    ...(await checkHosts(config)),
    ...(await checkAuthority(config, systemClock)),
    ...(await checkCertificates(config, systemClock)),
    await checkAnalyticsStore(config),
    ...(await checkSpool(config, systemClock.now())),
    checkGeoip(config),
    ...(await checkDns(config)),
    ...(listenersClash ? [skippedPorts()] : await checkPorts(config)),
    ...(await checkReachability(config)),
    checkWorkers(config),
    checkClock(config),
  ];
  const status = worst(findings);
  if (options.json) await printJson({ status, findings });
  else await printFindings(findings, status);
  if (status === 'problem') process.exitCode = 1;
}

function skippedPorts(): Finding {
  return finding('warning', 'ports', 'Not checked: two listeners are configured for the same port.');
}

function worst(findings: readonly Finding[]): Level {
  const levels = new Set(findings.map(({ level }) => level));
  if (levels.has('problem')) return 'problem';
  return levels.has('warning') ? 'warning' : 'ok';
}

async function printFindings(findings: readonly Finding[], status: Level): Promise<void> {
  const width = Math.max(...findings.map(({ check }) => check.length));
  for (const { level, check, message } of findings) {
    await print(`${level.padEnd(7)}  ${check.padEnd(width)}  ${message}\n`);
  }
  const count = (level: Level) => findings.filter((one) => one.level === level).length;
  await print(
    status === 'ok'
      ? '\nEverything is fine.\n'
      : `\n${count('problem')} problems, ${count('warning')} warnings.\n`,
  );
}
