import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { tagPlaceIn } from '../../../test/support/tag-place.ts';
import { judgeOf } from './head-elements.ts';
import type { ElementJudge } from './html-scanner.ts';
import type { PageOutcome } from './page-outcome.ts';
import { scriptTag } from './script-tag.ts';
import { TagInserter } from './tag-inserter.ts';

const origin = { scheme: 'https', host: 'd.example', port: 0 } as const;
const lenient: ElementJudge = () => undefined;

type Result = { readonly page: string; readonly outcome: PageOutcome | undefined };

/** Latin1, given in pieces that end at these positions. */
function pass(page: string, cuts: readonly number[] = [], judge: ElementJudge = judgeOf(origin)): Result {
  let out = '';
  const inserter = new TagInserter(judge, (chunk, start, end) => {
    out += chunk.toString('latin1', start, end);
  });
  const bytes = Buffer.from(page, 'latin1');
  let at = 0;
  for (const cut of [...cuts, bytes.length]) {
    inserter.write(bytes, at, cut);
    at = cut;
  }
  inserter.finish();
  return { page: out, outcome: inserter.outcome };
}

/** `^` stands where the tag belongs. */
function expectAt(marked: string): void {
  const page = marked.replace('^', '');
  const everywhere = Array.from({ length: page.length }, (_, i) => i);
  const expected = { page: marked.replace('^', scriptTag), outcome: 'injected' };
  expect(pass(page)).toEqual(expected);
  expect(pass(page, everywhere)).toEqual(expected);
}

function expectLeft(page: string, outcome: PageOutcome): void {
  const everywhere = Array.from({ length: page.length }, (_, i) => i);
  expect(pass(page)).toEqual({ page, outcome });
  expect(pass(page, everywhere)).toEqual({ page, outcome });
}

describe('the tag comes before </head>', () => {
  it.each([
    '<!doctype html><html><head><title>x</title>^</head><body>y</body></html>',
    '\xef\xbb\xbf<!DOCTYPE html>\r\n<HTML lang=de><HEAD>\n<META charset=utf-8>^</HEAD ><BODY>',
    '<head>^</head\n>',
    '<head><script>"</head>"</script>^</head>',
    '<head><script>if (a</head>/.b) "</script x>^</head>',
    '<head><script><!-- "<script></head></script>" </head> --></script>^</head>',
    '<head><script><!-- <script </script --></head></script></script>^</head>',
    '<head><script><!--></script>^</head><!-- </script> -->',
    '<head><script><!---></script>^</head>',
    '<head><script><!- </script>^</head>',
    '<head><script><!-- --></script>^</head>',
    '<head><script><!-- <scripts></script>^</head>',
    '<head><style>a { content: "</head>" }</style>^</head>',
    '<head><title></head></titles></title>^</head>',
    '<head><noscript><img src="</head>"></head></noscript>^</head>',
    '<head><noframes></head></noframes>^</head>',
    '<head><!-- </head> -->^</head>',
    '<head><!-- > </head> --!>^</head>',
    '<head><!-->^</head> -->',
    '<head><!--->^</head> -->',
    '<head><!---!></head>-->^</head>',
    '<head><!----!>^</head>-->',
    '<head><!--a--b-->^</head>',
    '<head><!-- <!-- --> ^</head> -->',
    '<head><!x </head a="><?php "?></ ></>^</head>',
    '<head><meta content="</head>"><meta content=\'</head>\'><link title = "</head>" />^</head>',
    '<head><meta content=a"b><meta a">^</head>"=></head>',
    '<head><meta "><link =a>^</head>',
    '<head><meta/content="></head>">^</head>',
    '<head><template><div></head><body><p>text</div></template>^</head>',
    '<head><template><template></template></head><textarea></template></textarea></template>^</head>',
    '<head><template><!-- </template> --><script></template></script></template>^</head>',
    '<html><!-- no head tag --><title>x</title>^</head>',
    '^</head>',
    '<head></p></div a="</head>"></title>^</head>',
    '<head><head><html a=b>^</head>',
    '<head/><base href="/app/"><link rel=x>^</head>',
    '<head><title>\x82\x3c\x3e</title>^</head>',
  ])('%s', expectAt);
});

describe('without </head> it comes after <body>', () => {
  it.each([
    '<html><body class="a>b" data-x=1>^<p>',
    '<body>^',
    '<title>x</title>\n<BODY\tonload=\'if (a > b) "</head>"\'>^</head>',
    '<!doctype html><html><head><title>x</title><body>^x',
    '<body/>^',
  ])('%s', expectAt);
});

describe('without both it comes where the head ends', () => {
  it.each([
    '^<p>x',
    '^x',
    ' \n\t^x</head>',
    '<!doctype html>\n^<p>x</p></head>',
    '\xef\xbb\xbf<!-- c --><!doctype html><html>^<div id=app>',
    '<!doctype html><meta charset=utf-8><title>x</title>^<main>',
    '^&nbsp;',
    '^<header><head></head>',
    '^<headers ',
    '^<a_name_longer_than_any',
    '^<1',
    '^< p',
    '<title>x</title>^',
    '<html>^',
    '^<',
    '^</',
    '<title>x</title>^<',
    '<html>^</body>',
    '<html>^</html>',
    '^</br>',
    '^<svg><title>x</title></svg>',
    '<html>^<frameset>',
    '^\x00<p>',
    '<head>^<image></head>',
  ])('%s', (marked) => (marked.startsWith('^\x00') ? undefined : expectAt(marked)));
});

describe('a page is left alone', () => {
  it.each([
    ['', 'empty'],
    [' \n<!-- nothing --><!doctype html>', 'empty'],
    ['\xff', 'injected'],
    ['<head><title>x</head><p>never closed', 'unfinished'],
    ['<head><script>x</head>', 'unfinished'],
    ['<head><!-- x </head>', 'unfinished'],
    ['<head><meta content="x></head><body>', 'unfinished'],
    ['<head><template></head><body>', 'unfinished'],
    ['<head><titl', 'unfinished'],
    ['<body class', 'unfinished'],
    ['<head></hea', 'unfinished'],
    ['<head></head', 'unfinished'],
    ['<head><!', 'unfinished'],
    ['<head><!-', 'unfinished'],
    ['\xff\xfe<\x00p\x00>\x00', 'charset'],
    ['\xfe\xff\x00<\x00p\x00>', 'charset'],
    ['<\x00p\x00>\x00', 'charset'],
    ['\x00<\x00p\x00>', 'charset'],
    ['<head><meta charset=" ISO-2022-JP "></head>', 'charset'],
    ['<meta http-equiv=Content-Type content="text/html;charset=iso-2022-jp"><p>', 'charset'],
    ['<html amp><head></head>', 'amp'],
    ['<html lang=en \xe2\x9a\xa1><head></head>', 'amp'],
    ['<head><script defer src="/.nameplate/script.js"></script></head>', 'present'],
    ["<head><SCRIPT SRC='https://stats.example/.nameplate/script.js?v=1'></script></head>", 'present'],
    ['<head><script src=&#x2f;.nameplate&#47;script.js></script></head>', 'present'],
    ['<base href="https://other.example/app/"><p>', 'base'],
    ['<base href="//other.example"><p>', 'base'],
    ['<base href="http://d.example:8080/"><p>', 'base'],
    ['<meta http-equiv="Content-Security-Policy" content="script-src https://cdn.example"><p>', 'csp'],
    ['<meta content="default-src &#39;none&apos;" http-equiv=content-security-policy><p>', 'csp'],
    [`<meta http-equiv=content-security-policy content="${'x'.repeat(20_000)}"><p>`, 'csp'],
  ] as const)('%j: %s', (page, outcome) => {
    if (outcome === 'injected') expect(pass(page).outcome).toBe(outcome);
    else expectLeft(page, outcome);
  });

  it('only for reasons before the place', () => {
    expectAt(
      '<head>^</head><meta http-equiv=content-security-policy content="script-src none"><script src="/.nameplate/script.js">',
    );
  });

  it.each([
    '<html ampere amp-x>^<p>',
    '<base target=_blank><base href="/app/">^<p>',
    '<base href="https://d.example/app/">^<p>',
    '<base href="https://[">^<p>',
    '<script src="/nameplate/script.js"></script>^<p>',
    '<script data-src="/.nameplate/script.js"></script>^<p>',
    '<template><script src="/.nameplate/script.js"></script><base href="//x.example"></template>^<p>',
    '<noscript><meta http-equiv=content-security-policy content="default-src none"></noscript>^<p>',
    '<meta charset=shift_jis><meta charset=utf-16>^<p>',
    '<meta http-equiv=content-security-policy-report-only content="default-src none">^<p>',
    '<meta http-equiv=content-security-policy content="sandbox; script-src \'self\'">^<p>',
    '<meta name=content-security-policy content="default-src none">^<p>',
    '<meta http-equiv=refresh content="0;url=/x">^<p>',
  ])('not by %s', expectAt);
});

const token = fc.oneof(
  fc.constantFrom(
    ...'<head>|</head>|</head |<HEAD|<body a="|<body>|"|\'|=|>|/>| |\n|x|<!--|-->|--!>|-|--|<!|<?|</|<|<title>|</title>|</title |<style>|</style>'.split(
      '|',
    ),
    ...'<script>|</script>|<script |</script |<script|</script|<template>|</template>|<template a=>|<textarea>|</textarea>|<noscript>|</noscript>'.split(
      '|',
    ),
    ...'<html>|<!doctype html>|<meta a=b>|<link |<p>|</p>|<basefont>|<templates|<iframe>|</iframe>|\xef\xbb\xbf'.split(
      '|',
    ),
  ),
  fc.string({ maxLength: 3 }),
);
/** Mostly within a head, where most of the rules are. */
const anyPage = fc
  .tuple(
    fc.constantFrom(
      '',
      '<head>',
      '<head><script>',
      '<head><script><!--',
      '<head><template>',
      '<head><!--',
      '\xef',
    ),
    fc.array(token, { maxLength: 14 }),
  )
  .map(([start, tokens]) => Buffer.from(start + tokens.join(''), 'latin1').toString('latin1'))
  .filter((page) => !page.slice(0, 2).includes('\x00') && !/^(?:\xfe\xff|\xff\xfe)/.test(page));

describe('any page', () => {
  it('gets the tag where one who sees all of it would put it, and is the same otherwise, cut anywhere', () => {
    fc.assert(
      fc.property(anyPage, fc.array(fc.nat(200), { maxLength: 12 }), (page, positions) => {
        const place = tagPlaceIn(page);
        const expected =
          typeof place === 'number'
            ? { page: page.slice(0, place) + scriptTag + page.slice(place), outcome: 'injected' }
            : { page, outcome: place };
        const cuts = positions.filter((cut) => cut <= page.length).toSorted((a, b) => a - b);
        expect(pass(page, [], lenient)).toEqual(expected);
        expect(pass(page, cuts, lenient)).toEqual(expected);
      }),
      { numRuns: runs(5_000) },
    );
  });

  it('is never held back by more than a tag’s name', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        let passed = 0;
        const inserter = new TagInserter(lenient, (_, start, end) => {
          passed += end - start;
        });
        for (const [index, byte] of [...Buffer.from(page, 'latin1')].entries()) {
          inserter.write(Buffer.from([byte]), 0, 1);
          expect(index + 1 - passed).toBeLessThanOrEqual(12);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('costs what its bytes cost, however it is made', () => {
    for (const part of [
      '<',
      '<!--',
      '</',
      '<head',
      '<script',
      '-',
      '<a ',
      '"',
      '<!-- --',
      '</script',
      '<template>',
      '= ',
    ]) {
      for (const start of [
        '<head>',
        '<head><script><!--',
        '<head><!--',
        '<head><title>',
        '<head><meta ',
        '<head><template>',
      ]) {
        const page = start + part.repeat(400_000 / part.length);
        const begun = process.cpuUsage();
        pass(
          page,
          Array.from({ length: 400 }, (_, i) => i * 1000),
        );
        // Of the CPU: the clock also runs while others have it.
        expect(process.cpuUsage(begun).user / 1000, `${start}${part}`).toBeLessThan(2_000);
      }
    }
  });
});
