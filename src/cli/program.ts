/** The command line: all commands, and what their outcomes mean to the shell. */
import { type Command, CommanderError } from 'commander';
import { version } from '../service/version.ts';
import { defineCommand, defineGroup } from './command.ts';
import { failureLine, messageOf, UsageError } from './failures.ts';
import { note, print } from './output.ts';

const help = `Usage: nameplate COMMAND

Self-hosted custom domains: TLS, redirects, proxying and analytics behind one
JSON API.

Commands:
  serve                 run the API and the edge until a signal stops them
  edge                  run the edge only, one of several machines
  app                   run the API only, one of several machines
  upgrade               upgrade the running service without an interruption
  migrate               bring the stores to the schema of this version
  account create        create an account
  account list          list the accounts
  account limits        show or set what an account may have and use
  token create          create an access token and print its secret once
  token list            list access tokens, without their secrets
  token revoke          revoke an access token
  user create           create a user, or add one to another account
  user list             list users with their roles
  user set-password     give a user another password
  user remove           delete a user
  upstream list         list upstreams
  upstream create       create an upstream
  upstream show         show an upstream with its token
  upstream health       check an upstream's targets now
  upstream update       change an upstream
  upstream delete       delete an upstream and the custom domains on it
  domain list           list custom domains
  domain create         create a custom domain and print the DNS records to set
  domain import         create many custom domains, all or none
  domain show           show a custom domain and the DNS records to set
  domain update         change a custom domain
  domain move           move a custom domain to another upstream
  domain delete         delete a custom domain
  domain verify         check the DNS records of a custom domain now
  connect create        create a link for the owner of a custom domain
  connect list          list the open links of a custom domain
  connect revoke        revoke such a link
  connect brand         show or set what customers see of an account
  redirect list         list redirects
  redirect create       create a redirect
  redirect update       change a redirect
  redirect delete       delete a redirect
  redirect import       create redirects from a CSV or _redirects file
  redirect export       write all redirects as CSV or JSON
  host list             list hosts, and what each has
  finding list          list what is wrong, the worst first
  finding show          show a finding
  finding mute          don't tell a finding for some time
  finding unmute        tell a muted finding again
  subscription list     list who gets e-mails about an account's domains
  subscription create   subscribe an e-mail address
  subscription delete   end a subscription
  diagnose              find out what is wrong with a host
  rules show            show the rules of a host
  rules import          give hosts the rules of files from elsewhere
  rules export          write the rules of a host to a file
  rules clear           delete all rules of a host
  rules replay          count what rules would have done with past requests
  rules convert         read rules of Netlify, Cloudflare and nginx, print them
  certificate add       store a certificate with its private key
  certificate list      list certificates
  certificate show      show a certificate
  certificate delete    delete a certificate and its private key
  certificate automatic list automatic certificates and their renewals
  certificate issue     order an automatic certificate now
  webhook list          list webhook endpoints
  webhook create        create a webhook endpoint and print its secret once
  webhook update        change a webhook endpoint
  webhook rotate        give a webhook endpoint a new secret
  webhook delete        delete a webhook endpoint and its deliveries
  webhook deliveries    list the deliveries to a webhook endpoint
  webhook replay        send a delivery again
  webhook test          send a test event to a webhook endpoint
  audit list            list who changed what
  key rotate            re-encrypt everything with another secret key
  key reset             delete what a lost secret key makes unreadable
  query                 query a custom domain's visitors or requests
  usage                 show what custom domains used in a month
  logs tail             show a host's newest requests as they come
  logs import           import a custom domain's access logs
  pageviews import      import a custom domain's pageviews from elsewhere
  backup                make a backup, while the service runs or not
  restore               restore a backup into empty stores
  data update           download newer data about places and networks
  demo                  fill an empty data directory with invented traffic
  doctor                check the configuration, the store and the ports
  completion            print a script that completes commands in a shell
  help                  print the help of a command

Options:
  --url URL             ask the Nameplate there, with an access token, instead
                        of this machine's (default: NAMEPLATE_URL)
  --token-file FILE     file with the access token (default:
                        NAMEPLATE_TOKEN_FILE; NAMEPLATE_TOKEN has it itself)
  -V, --version         print the version
  -h, --help            print this help, or after a command the help of it

Run it as ./nameplate in its own directory, such as a clone of the repository.
Where npm has installed the package, nameplate is on the PATH.

Most commands are clients of the API: of that at --url, else of the service that
runs on the data directory (NAMEPLATE_DATA_DIR), else they work on its store
(NAMEPLATE_DATABASE_URL, …) by themselves. docs/reference/cli.md says which do
not. "diagnose", "query", "usage", "logs tail", "rules replay" and "upgrade"
need a running service.

Data goes to standard output, everything else to standard error. With --json
the data is JSON in the shapes of the API.

Commands that delete or revoke something ask first on a terminal. Elsewhere
they need --yes, which skips the question.

Exit codes: 0 success, 1 failure, 2 wrong usage.
`;

/** Loaded when they are needed: a service's start doesn't wait for the code that imports log files. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  edge: async () => (await import('./serve.ts')).edgeCommand(),
  app: async () => (await import('./serve.ts')).appCommand(),
  upgrade: async () => (await import('./upgrade.ts')).upgradeCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  account: async () => (await import('./account.ts')).accountCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  user: async () => (await import('./user.ts')).userCommand(),
  upstream: async () => (await import('./upstream.ts')).upstreamCommand(),
  domain: async () => (await import('./domain.ts')).domainCommand(),
  webhook: async () => (await import('./webhook.ts')).webhookCommand(),
  connect: async () => (await import('./connect.ts')).connectCommand(),
  redirect: async () => (await import('./redirect.ts')).redirectCommand(),
  finding: async () => (await import('./finding.ts')).findingCommand(),
  subscription: async () => (await import('./subscription.ts')).subscriptionCommand(),
  host: async () => (await import('./host.ts')).hostCommand(),
  diagnose: async () => (await import('./diagnose.ts')).diagnoseCommand(),
  rules: async () => (await import('./rules.ts')).rulesCommand(),
  certificate: async () => (await import('./certificate.ts')).certificateCommand(),
  audit: async () => (await import('./audit.ts')).auditCommand(),
  key: async () => (await import('./key.ts')).keyCommand(),
  query: async () => (await import('./query.ts')).queryCommand(),
  usage: async () => (await import('./usage.ts')).usageCommand(),
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

/** Makes the command line, ready to parse: all of it, or as much as it takes when its first argument is `first`. */
export async function createProgram(first = ''): Promise<Command> {
  const wanted = first.startsWith('-')
    ? []
    : Object.hasOwn(commands, first)
      ? [commands[first]]
      : Object.hasOwn(internal, first)
        ? [internal[first]]
        : Object.values(commands);
  const loaded = await Promise.all(wanted.flatMap((load) => (load ? [load()] : [])));
  const program = defineGroup('nameplate', help, loaded).version(version, '-V, --version');
  // Webhook endpoints have a URL of their own.
  if (first === 'webhook') return program;
  return program
    .option('--url <url>')
    .option('--token-file <file>')
    .hook('preAction', () => {
      const { url, tokenFile }: { url?: string; tokenFile?: string } = program.opts();
      if (url !== undefined) process.env.NAMEPLATE_URL = url;
      if (tokenFile !== undefined) process.env.NAMEPLATE_TOKEN_FILE = tokenFile;
    });
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
    if (args.length === 0) await print(help);
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
  else
    note(
      `nameplate: internal error: ${error instanceof Error ? (error.stack ?? messageOf(error)) : messageOf(error)}`,
    );
  return error instanceof UsageError ? 2 : 1;
}
