/** Reads the process environment: names to raw values. The only file of the program that touches process.env. */

type Environment = Readonly<Record<string, string | undefined>>;

const ownPrefix = 'NAMEPLATE_';
/** Variables that other programs read as well. */
const standardNames: ReadonlySet<string> = new Set([
  'AWS_ACCESS_KEY_ID',
  'AWS_ACCESS_KEY_ID_FILE',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SECRET_ACCESS_KEY_FILE',
  'AWS_SESSION_TOKEN',
  'AWS_SESSION_TOKEN_FILE',
  'AWS_REGION',
  'AWS_DEFAULT_REGION',
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
]);

/** Answers the variables of this process that the program reads, unchecked: all with its prefix, and standard ones. */
export function readEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith(ownPrefix) || standardNames.has(name)),
  );
}

/** What a service manager says of the sockets that it passes (sd_listen_fds(3)). */
const listenNames = ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES', 'LISTEN_PIDFDID'] as const;
export type ListenVariables = Readonly<Partial<Record<(typeof listenNames)[number], string | undefined>>>;

/** Answers these variables and takes them away, so that no child sees them. */
export function takeListenVariables(): ListenVariables {
  const taken = Object.fromEntries(listenNames.map((name) => [name, process.env[name]]));
  for (const name of listenNames) delete process.env[name];
  return taken;
}

/** What Node, libuv, glibc and OpenSSL read. */
const runtimeNames =
  /^(?:PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|NODE_\w+|UV_\w+|SSL_CERT_\w+|OPENSSL_\w+|LD_\w+|MALLOC_\w+|RES_OPTIONS|LOCALDOMAIN|HOSTALIASES)$/;

/** Answers the changes that take everything else away: a process that gets its options in a message has no use for secrets. */
export function runtimeVariablesOnly(changes: Environment): Environment {
  const names = [...Object.keys(process.env), ...Object.keys(changes)];
  const removed = names.filter((name) => !runtimeNames.test(name)).map((name) => [name, undefined]);
  return { ...changes, ...Object.fromEntries(removed) };
}

/** Answers all variables of this process with some changed; undefined ones are taken away. */
export function withProcessEnvironment(changes: Environment): Environment {
  return { ...process.env, ...changes };
}

/** Answers the changes that make `variables` the only ones that the program reads. */
export function replaceEnvironment(variables: Environment): Environment {
  const removed = Object.keys(readEnvironment()).map((name) => [name, undefined]);
  return { ...Object.fromEntries(removed), ...variables };
}
