/**
 * Paths that scanners ask every host for, whatever runs there. Source: docs/reference/enrichment.md ("People and scanners").
 *
 * Each entry is one or more whole segments, anywhere in a path and in any case; `*` stands for the rest of a segment. A path
 * belongs here only if nobody follows a link to it on a site that does not have it: old pages of PHP sites don't.
 */
export const probePaths: readonly string[] = [
  // Secrets and repositories left beside a site.
  '.env*',
  '.git',
  '.gitconfig',
  '.svn',
  '.hg',
  '.aws',
  '.ssh',
  '.docker',
  '.kube',
  '.vscode',
  '.idea',
  '.ds_store',
  '.htpasswd',
  '.htaccess',
  '.npmrc',
  '.bash_history',
  'id_rsa',
  'docker-compose.yml',
  'backup.sql',
  'backup.zip',
  'database.sql',
  'dump.sql',
  'web.config',
  // WordPress and its holes.
  'wp-login.php',
  'wp-admin',
  'wp-includes',
  'wp-config*',
  'wlwmanifest.xml',
  'xmlrpc.php',
  'wp-json/wp/v2/users',
  // Other programs for administrators.
  'phpmyadmin*',
  'pma',
  'adminer*',
  'phpinfo*',
  'info.php',
  'server-status',
  'cgi-bin',
  'manager/html',
  'solr/admin',
  'jenkins/login',
  'actuator/env',
  'actuator/health',
  'actuator/gateway',
  'telescope/requests',
  'debug/default/view',
  'owa/auth',
  'ecp/current',
  'remote/login',
  'dana-na',
  'containers/json',
  // Holes by name, and what is left behind by who used them.
  'vendor/phpunit',
  'eval-stdin.php',
  '_ignition/execute-solution',
  'hnap1',
  'boaform',
  'gponform',
  'shell.php',
  'alfa.php',
  'wso.php',
  'c99.php',
];

/** For RE2 and for JavaScript; matches in any case of letters with the flag `i`. */
export const probePattern: string = `/(?:${probePaths.map(segmentsPattern).join('|')})(?:/|$)`;

function segmentsPattern(segments: string): string {
  return segments.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*');
}
