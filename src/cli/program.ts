/** The command line: all commands, and what their outcomes mean to the shell. */
import { type Command, CommanderError } from 'commander';
import { version } from '../service/version.ts';
import { inColumns } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { doors, summariesOf } from './command-rows.ts';
import { failureLine, messageOf, UsageError } from './failures.ts';
import { note, print } from './output.ts';
import { refuseElsewhere } from './this-machine.ts';

const before = `Usage: nameplate COMMAND

Self-hosted custom domains: TLS, redirects, proxying and analytics behind one
JSON API.

Commands:
`;

const after = `
Options:
  --url URL             use the service at this address, with an access token,
                        instead of this machine's (default: NAMEPLATE_URL)
  --token-file FILE     file with the access token (default:
                        NAMEPLATE_TOKEN_FILE; or set NAMEPLATE_TOKEN to the
                        token itself)
  -V, --version         print the version
  -h, --help            print this help, or that of the command before it

Run it as ./nameplate in its own directory, such as a clone of the repository.
Where npm has installed the package, nameplate is on the PATH.

Most commands are clients of the API at --url, or of the service that runs on
the data directory (NAMEPLATE_DATA_DIR). If none runs, they open its store
(NAMEPLATE_DATABASE_URL, …) themselves. docs/reference/cli.md lists the others.
"diagnose", "query", "usage", "logs tail", "rules replay" and "upgrade" need a
running service.

Data goes to standard output, everything else to standard error. With --json
the data is JSON in the shapes of the API.

Commands that delete or revoke something ask first on a terminal. Elsewhere
they need --yes, which skips the question.

Exit codes: 0 success, 1 failure, 2 wrong usage; "plan" also has 3.
`;

/** Groups say it of their commands. */
const summaries: Readonly<Record<string, string>> = {
  serve: 'run the API and the edge until a signal stops them',
  edge: 'run the edge only, one of several machines',
  app: 'run the API only, one of several machines',
  settings: "show or change an account's settings",
  plan: 'show what configuration files would change',
  apply: 'apply configuration files to an account',
  'export-config': "write an account's configuration to a file",
  upgrade: 'upgrade the running service without an interruption',
  migrate: 'bring the stores to the schema of this version',
  diagnose: 'find out what is wrong with a host',
  query: "query a custom domain's visitors or requests",
  usage: 'show what custom domains used in a month',
  mcp: 'serve an assistant over standard input and output',
  backup: 'make a backup, while the service runs or not',
  restore: 'restore a backup into empty stores',
  demo: 'fill an empty data directory with invented traffic',
  doctor: 'check the configuration, the store and the ports',
  completion: 'print a script that completes commands in a shell',
  help: 'print the help of a command',
};

/** Loaded when they are needed: a service's start doesn't wait for the code that imports log files. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  edge: async () => (await import('./serve.ts')).edgeCommand(),
  app: async () => (await import('./serve.ts')).appCommand(),
  upgrade: async () => (await import('./upgrade.ts')).upgradeCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  account: async () => (await import('./account.ts')).accountCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  plan: async () => (await import('./plan.ts')).planCommand(),
  apply: async () => (await import('./apply.ts')).applyCommand(),
  'export-config': async () => (await import('./export-config.ts')).exportConfigCommand(),
  'signing-key': async () => (await import('./signing-key.ts')).signingKeyCommand(),
  settings: async () => (await import('./settings.ts')).settingsCommand(),
  user: async () => (await import('./user.ts')).userCommand(),
  upstream: async () => (await import('./upstream.ts')).upstreamCommand(),
  domain: async () => (await import('./domain.ts')).domainCommand(),
  connect: async () => (await import('./connect.ts')).connectCommand(),
  'domain-connect': async () => (await import('./domain-connect.ts')).domainConnectCommand(),
  redirect: async () => (await import('./redirect.ts')).redirectCommand(),
  host: async () => (await import('./host.ts')).hostCommand(),
  finding: async () => (await import('./finding.ts')).findingCommand(),
  subscription: async () => (await import('./subscription.ts')).subscriptionCommand(),
  diagnose: async () => (await import('./diagnose.ts')).diagnoseCommand(),
  rules: async () => (await import('./rules.ts')).rulesCommand(),
  certificate: async () => (await import('./certificate.ts')).certificateCommand(),
  webhook: async () => (await import('./webhook.ts')).webhookCommand(),
  audit: async () => (await import('./audit.ts')).auditCommand(),
  key: async () => (await import('./key.ts')).keyCommand(),
  query: async () => (await import('./query.ts')).queryCommand(),
  funnel: async () => (await import('./funnel.ts')).funnelCommand(),
  view: async () => (await import('./view.ts')).viewCommand(),
  'search-console': async () => (await import('./search-console.ts')).searchConsoleCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  'export-destination': async () => (await import('./export-destination.ts')).exportDestinationCommand(),
  'export-schedule': async () => (await import('./export-schedule.ts')).exportScheduleCommand(),
  usage: async () => (await import('./usage.ts')).usageCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  logs: async () => (await import('./logs.ts')).logsCommand(),
  pageviews: async () => (await import('./pageviews.ts')).pageviewsCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  data: async () => (await import('./data.ts')).dataCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  completion: async () => (await import('./completion.ts')).completionCommand(),
  help: async () => helpCommand(),
};

/** Commands that only other programs run. */
const internal: Readonly<Record<string, () => Promise<Command>>> = {
  'check-live': async () => (await import('./check-live.ts')).checkLiveCommand(),
  'check-upgrade': async () => (await import('./check-upgrade.ts')).checkUpgradeCommand(),
};

/** Each command in a line. */
function helpOf(loaded: readonly Command[]): string {
  const lines = loaded.flatMap((command): (readonly [string, string])[] => {
    const name = command.name();
    const ofGroup = summariesOf(command.helpInformation());
    const children = command.commands.map(
      (child) => [`${name} ${child.name()}`, ofGroup.get(child.name()) ?? ''] as const,
    );
    return children.length > 0 ? children : [[name, summaries[name] ?? '']];
  });
  return `${before}${inColumns(lines)}\n${after}`;
}

/** Makes the command line, ready to parse: all of it, or as much as it takes when its first argument is `first`. */
export async function createProgram(first = ''): Promise<Command> {
  const wanted = ['-V', '--version'].includes(first)
    ? []
    : Object.hasOwn(commands, first)
      ? [commands[first]]
      : Object.hasOwn(internal, first)
        ? [internal[first]]
        : Object.values(commands);
  const loaded = await Promise.all(wanted.flatMap((load) => (load ? [load()] : [])));
  const program = defineGroup('nameplate', helpOf(loaded), loaded).version(version, '-V, --version');
  // Webhook endpoints have a URL of their own: the program's stands before the command.
  if (first === 'webhook') program.enablePositionalOptions();
  return program
    .option('--url <url>')
    .option('--token-file <file>')
    .hook('preAction', (_, command) => {
      const { url, tokenFile }: { url?: string; tokenFile?: string } = program.opts();
      if (url !== undefined) process.env.NAMEPLATE_URL = url;
      if (tokenFile !== undefined) process.env.NAMEPLATE_TOKEN_FILE = tokenFile;
      const name = nameOf(command);
      if (doors[name] === 'store' && !services.has(name)) refuseElsewhere('works on this machine');
    });
}

/** They know the variables of clients, and ignore them. */
const services: ReadonlySet<string> = new Set(['serve', 'edge', 'app']);

/** Without the program's own. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name();
}

const helpOfHelp = `Usage: nameplate help [COMMAND]

Prints the help of a command, as --help after it does.

Options:
  -h, --help  print this help
`;

function helpCommand(): Command {
  return defineCommand('help', helpOfHelp)
    .argument('[command...]')
    .action(async (path: string[]) => {
      let command: Command | undefined = await createProgram(path[0]);
      for (const name of path) {
        if (command?.commands.length === 0) break;
        command = command?.commands.find((each) => each.name() === name);
      }
      if (command) return print(command.helpInformation());
      // Refuses the name that is none.
      await (await createProgram(path[0])).parseAsync(path, { from: 'user' });
    });
}

/** Runs one command line; returns the exit code, which a command that printed a result may also set on the process. Never rejects. */
export async function runCli(args: readonly string[]): Promise<number> {
  try {
    if (args.length === 0) await print((await createProgram()).helpInformation());
    else {
      const program = await createProgram(commandIn(args));
      await program.parseAsync(args, { from: 'user' });
    }
    return 0;
  } catch (error) {
    return report(error);
  }
}

/** The first argument that is not an option of the program with its value. */
function commandIn(args: readonly string[]): string | undefined {
  const [first, ...rest] = args;
  if (first === '--url' || first === '--token-file') return commandIn(rest.slice(1));
  return first?.startsWith('--url=') || first?.startsWith('--token-file=') ? commandIn(rest) : first;
}

function report(error: unknown): number {
  // Commander has printed what it had to say.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const line = failureLine(error);
  if (line !== undefined) note(`nameplate: ${line}`);
  else {
    const stack = error instanceof Error ? (error.stack ?? messageOf(error)) : messageOf(error);
    for (const each of `nameplate: internal error: ${stack}`.split('\n')) note(each);
  }
  return error instanceof UsageError ? 2 : 1;
}
