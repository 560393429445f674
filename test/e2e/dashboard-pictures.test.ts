/** Charts saved as PNG, and pages on paper: what they say, and that they are whole, light and without what is pressed. */
import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  chromiumPath,
  keepScreenshot,
  phone,
  scrollsSideways,
  scrollToEnd,
  TestDashboard,
  tablet,
} from '../support/dashboard.ts';
import { daysBefore, domainUuidOf, whenDrawn } from '../support/dashboard-analytics.ts';

/** A4 without the margins that browsers leave. */
const paper = { width: 717, height: 1_047 } as const;

type Picture = {
  readonly width: number;
  readonly height: number;
  readonly corner: string;
  readonly colours: number;
};

/** Decodes a PNG in the browser. Colours are counted below the lines of text, where the chart is. */
async function readPicture(page: Page, png: Buffer, headPx: number): Promise<Picture> {
  return page.evaluate<Picture>(`(async () => {
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    const chart = context.getImageData(0, ${headPx}, width, height - ${headPx}).data;
    const colours = new Set(new Uint32Array(chart.buffer)).size;
    return { width, height, corner: 'rgb(' + [red, green, blue].join(', ') + ')', colours };
  })()`);
}

/** The width of a PDF's first page in CSS pixels, which is more than the paper's where the browser shrinks what doesn't fit. */
function printedWidth(pdf: Buffer): number {
  const text = pdf.toString('latin1');
  for (const { index, 0: begin } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const start = index + begin.length;
    let content: string;
    try {
      content = inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1');
    } catch {
      continue;
    }
    // The ground is the first that is painted.
    const ground = / cm\s[^]*?\s0 0 (?<width>[\d.]+) [\d.]+ re\s/.exec(content);
    if (ground !== null) return Number(ground.groups?.['width']);
  }
  throw new Error('the PDF has no page');
}

describe.skipIf(!chromiumPath)('pictures and paper', () => {
  let dashboard: TestDashboard;
  let home: string;

  beforeAll(async () => {
    dashboard = await TestDashboard.ofDemo();
    home = `/domains/${await domainUuidOf(dashboard.service, 'velo-atelier.example')}`;
  });
  afterEach(() => dashboard.closePages());

  /** Saves the page's chart, and answers it with the texts that were drawn meanwhile. */
  const save = async (
    page: Page,
  ): Promise<{ readonly name: string; readonly png: Buffer; readonly texts: readonly string[] }> => {
    await page.evaluate(`{
      const { fillText } = CanvasRenderingContext2D.prototype;
      globalThis.drawnTexts = [];
      CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
        drawnTexts.push(text);
        return fillText.call(this, text, ...where);
      };
    }`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the chart as a picture' }).click(),
    ]);
    return {
      name: file.suggestedFilename(),
      png: await readFile(await file.path()),
      texts: await page.evaluate<string[]>('drawnTexts'),
    };
  };

  test.each([
    { deviceScaleFactor: 1, colorScheme: 'light', ground: 'rgb(255, 255, 255)' },
    { deviceScaleFactor: 2, colorScheme: 'dark', ground: 'rgb(22, 26, 33)' },
  ] as const)(
    'a chart is saved at $deviceScaleFactor pixels a point, $colorScheme as on the page, with its name, days and filters',
    async ({ deviceScaleFactor: ratio, colorScheme, ground }) => {
      const days = { from: '2026-10-01', to: '2026-10-31' };
      const { page, complaints } = await dashboard.open(
        `${home}/visitors?from=${days.from}&to=${days.to}&f=is,visit:source,Google&f=is,visit:country,DE&f=is,visit:region,DE-BY&metric=bounce_rate`,
        { deviceScaleFactor: ratio, colorScheme },
      );
      await whenDrawn(page);
      const { name, png, texts } = await save(page);
      expect(name).toBe(`velo-atelier.example-bounce_rate-filtered-${days.from}-${days.to}.png`);
      expect(texts).toEqual([
        'Bounce rate',
        'velo-atelier.example, 1 – 31 Oct 2026',
        'Previous period (dashed line): 31 Aug – 30 Sept 2026',
        'Source is Google, Country is Germany, Region is Bavaria',
      ]);
      const plot = await page.locator('figure canvas').boundingBox();
      const headPx = (16 + 16 + 3 * (6 + 13) + 16) * ratio;
      const picture = await readPicture(page, png, headPx);
      expect(picture).toMatchObject({
        width: ((plot?.width ?? 0) + 32) * ratio,
        height: ((plot?.height ?? 0) + 16) * ratio + headPx,
        corner: ground,
      });
      expect(picture.colours).toBeGreaterThan(50);
      expect(complaints).toEqual([]);
    },
  );

  test('on a phone the lines of a picture wrap, and a chart of requests that is not compared says its days alone', async () => {
    const days = `from=${daysBefore(40)}&to=${daysBefore(5)}`;
    const narrow = await dashboard.open(`${home}/visitors?${days}&f=is,visit:source,Google,Bing,Instagram`, {
      viewport: phone,
    });
    await whenDrawn(narrow.page);
    const { texts, png } = await save(narrow.page);
    expect(texts[0]).toBe('Unique visitors');
    expect(texts.slice(1).join(' ')).toMatch(
      /^velo-atelier\.example, .+ Previous period \(dashed line\): .+ Source is Google, Bing or Instagram$/,
    );
    expect(texts.length).toBeGreaterThan(4);
    const plot = await narrow.page.locator('figure canvas').boundingBox();
    const headPx = 16 + 16 + (texts.length - 1) * (6 + 13) + 16;
    expect(await readPicture(narrow.page, png, headPx)).toMatchObject({
      width: (plot?.width ?? 0) + 32,
      height: (plot?.height ?? 0) + 16 + headPx,
    });

    const { page } = await dashboard.open(`${home}/requests?period=7d&compare=off`);
    await whenDrawn(page);
    const requests = await save(page);
    expect(requests.name).toMatch(/^velo-atelier\.example-requests-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.png$/);
    expect(requests.texts).toEqual(['Requests', expect.stringMatching(/^velo-atelier\.example, [^(]+$/)]);
  });

  test.each(['visitors', 'requests', 'funnels?step=page:/bikes/*&step=event:Order', 'visitors/pages'])(
    'printed, %s is light, without navigation and buttons, and as wide as the paper',
    async (path) => {
      const { page, complaints } = await dashboard.open(`${home}/${path}`, { colorScheme: 'dark' });
      const main = page.getByRole('main');
      await main.getByRole('table').first().waitFor();
      await scrollToEnd(page);
      await page.waitForLoadState('networkidle');
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(paper);
      const style = (element: string, name: string): Promise<string> =>
        page.evaluate(`getComputedStyle(${element}).${name}`);
      await expect
        .poll(() => style('document.documentElement', 'backgroundColor'))
        .toBe('rgb(255, 255, 255)');
      expect(await style("document.querySelector('h1')", 'color')).toBe('rgb(18, 22, 29)');
      // Bars are backgrounds.
      expect(await style("document.querySelector('main td')", 'printColorAdjust')).toBe('exact');
      expect(await page.getByRole('navigation', { name: /^(?:Main|Domain|Requests)$/ }).count()).toBe(0);
      expect(await page.getByRole('link', { name: /^Show all/ }).count()).toBe(0);
      // What stays says what is shown: the days, numbers, chosen tabs and heads of lists.
      const telling = ['[role="tab"]', '[aria-pressed="true"]', '[aria-label="Totals"] *', 'th *'];
      const buttons = main.locator(`button:visible:not(${telling.join(', ')})`);
      expect(await buttons.allTextContents()).toEqual([expect.stringMatching(/^Last 30 days.* – .*\d{4}$/)]);
      expect(await scrollsSideways(page)).toBe(false);
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('main *')]
        .filter((element) => element.getClientRects().length > 0 && element.closest('.visually-hidden') === null)
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
        .map((element) => element.outerHTML.slice(0, 200))`);
      expect(cut).toEqual([]);
      expect(complaints).toEqual([]);
      await keepScreenshot(page, `print-${path.split('?')[0]?.replace('/', '-')}`);
    },
  );

  test.each(['visitors', 'overview'])(
    'printed from a wide window, the chart of %s is drawn for the paper, and afterwards for the window again',
    async (path) => {
      const { page, complaints } = await dashboard.open(
        path === 'overview' ? '/overview' : `${home}/visitors`,
        {
          colorScheme: 'dark',
        },
      );
      const canvas = page.locator('figure canvas');
      await canvas.waitFor();
      await page.waitForLoadState('networkidle');
      const before = await canvas.boundingBox();
      await page.evaluate(`{
        const canvas = document.querySelector('figure canvas');
        globalThis.onPaper = [];
        // As it stands when all have heard of the change.
        matchMedia('print').addEventListener('change', ({ matches }) => {
          if (matches) queueMicrotask(() => queueMicrotask(() => onPaper.push(canvas.width)));
        });
      }`);
      const pdf = await page.pdf({ format: 'A4' });
      // 210 mm, rounded up.
      expect(printedWidth(pdf)).toBeLessThanOrEqual(795);
      expect(await page.evaluate('onPaper')).toEqual([680]);
      await expect.poll(() => canvas.boundingBox()).toEqual(before);
      expect(complaints).toEqual([]);
    },
  );

  test('heads of lists say their column in full', async () => {
    for (const viewport of [{ width: 1_440, height: 900 }, tablet, phone]) {
      const { page } = await dashboard.open(`${home}/visitors`, { viewport });
      await whenDrawn(page);
      const cut = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('th select')].flatMap((select) => {
        const style = getComputedStyle(select);
        const context = new OffscreenCanvas(1, 1).getContext('2d');
        context.font = style.font;
        const text = select.selectedOptions[0].textContent;
        const arrow = style.appearance === 'none' ? 0 : 20;
        const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
        return context.measureText(text).width <= room + 0.5 ? [] : [text];
      })`);
      expect(cut).toEqual([]);
      await dashboard.closePages();
    }
  });

  test('at 1024 pixels hints of numbers stay in the window, and a long name makes the list of views no wider', async () => {
    const views = '/api/v1/analytics/views';
    const name = 'Visitors from search engines who looked at more than one page of the shop and came back';
    const { status, body } = await dashboard.service.api(views, {
      json: { name, query_string: 'period=7d' },
    });
    expect(status).toBe(201);
    onTestFinished(
      async () => void (await dashboard.service.api(`${views}/${body.uuid}`, { method: 'DELETE' })),
    );
    const { page } = await dashboard.open(`${home}/visitors`, { viewport: { width: 1_024, height: 900 } });
    await whenDrawn(page);
    await page.getByRole('button', { name: /^Pages per visit/ }).hover();
    await page.getByText('Pageviews divided by visits.').waitFor();
    expect(await scrollsSideways(page)).toBe(false);

    await page.getByRole('button', { name: 'Saved views' }).click();
    const list = page.getByRole('dialog', { name: 'Saved views' });
    const named = list.getByRole('button', { name, exact: true });
    await named.waitFor();
    expect((await list.boundingBox())?.width).toBeLessThanOrEqual(390);
  });
});
