/** Finds the blocks in PEM text as OpenSSL does, whatever is around them. Source: RFC 7468. */

export type PemBlock = {
  /** What stands after BEGIN, such as `CERTIFICATE`. */
  readonly label: string;
  /** A block with an encryption header of its own (RFC 1421), as old private keys have. */
  readonly isEncrypted: boolean;
  /** What the block holds; undefined when it has no end or is not base64. */
  readonly der: Buffer | undefined;
};

const lineBreak = /\r\n|\r|\n/;
const beginLine = /^-----BEGIN ([A-Z0-9][A-Z0-9 ]{0,63})-----$/;
const canonicalBase64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads every block, damaged ones included; text before, between and after them is skipped. */
export function readPem(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let open: { label: string; lines: string[] } | null = null;
  for (const line of text.replace(/^\ufeff/, '').split(lineBreak)) {
    const content = line.trim();
    const label = beginLine.exec(content)?.[1];
    if (label !== undefined) {
      if (open) blocks.push({ label: open.label, isEncrypted: false, der: undefined });
      open = { label, lines: [] };
    } else if (open && content === `-----END ${open.label}-----`) {
      blocks.push(readBlock(open.label, open.lines));
      open = null;
    } else {
      open?.lines.push(content);
    }
  }
  if (open) blocks.push({ label: open.label, isEncrypted: false, der: undefined });
  return blocks;
}

/** Writes one block. */
export function writePem(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g);
  return `-----BEGIN ${label}-----\n${(lines ?? []).join('\n')}\n-----END ${label}-----\n`;
}

/** Header fields, if any, stand before the first empty line. */
function readBlock(label: string, lines: readonly string[]): PemBlock {
  const hasHeader = lines[0]?.includes(':') === true;
  const endOfHeader = hasHeader ? lines.indexOf('') : -1;
  const header = endOfHeader === -1 ? [] : lines.slice(0, endOfHeader);
  const isEncrypted = header.some((line) => /^Proc-Type:.*ENCRYPTED/.test(line));
  const base64 = lines
    .slice(endOfHeader + 1)
    .join('')
    .replaceAll(/\s/g, '');
  const isWhole = base64.length % 4 === 0 && canonicalBase64.test(base64);
  return { label, isEncrypted, der: isWhole ? Buffer.from(base64, 'base64') : undefined };
}
