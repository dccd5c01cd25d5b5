import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

/** Compressed bytes: as much as a television of 2021 can parse in reasonable time. */
const BOARD_SCRIPTS = 110_000;

describe('the built board', () => {
  const dist = mkdtempSync(join(tmpdir(), 'sarafa-web-'));
  const read = (path: string) => readFileSync(join(dist, path), 'utf8');

  beforeAll(() => {
    const vite = join(process.cwd(), '../../node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', '--outDir', dist, '--logLevel', 'error'], {
      env: { NODE_ENV: 'production' },
    });
  });
  afterAll(() => rmSync(dist, { recursive: true }));

  it('asks for less than 110 kB of script', () => {
    const names = [...read('board.html').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(0);
    const bytes = names.reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(BOARD_SCRIPTS);
  });

  it('has what other styles override before them, as the pages import it', () => {
    for (const page of ['board.html', 'index.html']) {
      const sheets = [...read(page).matchAll(/rel="stylesheet"[^>]*href="\/([^"]+)"/g)].map(([, path]) => read(path!));
      expect(sheets.length).toBeGreaterThan(1);
      expect(sheets.findIndex((sheet) => /\.board\{[^}]*--u:1vmin/.test(sheet))).toBe(0);
    }
  });

  it('waits with its first paint for the styles of the loading screen alone', () => {
    const [before, behind] = read('board.html').split('<body>');
    const sheetsIn = (html = '') => [...html.matchAll(/rel="stylesheet"[^>]*href="\/([^"]+)"/g)].map(([, path]) => path!);
    const first = sheetsIn(before).map(read).join('');
    for (const [, names] of behind!.matchAll(/class="([^"]+)"/g))
      for (const name of names!.split(' ')) expect(first).toContain(`.${name}{`);
    expect(first).not.toContain('.stage');
    expect(sheetsIn(behind)).toHaveLength(1);
    expect(behind!.indexOf('rel="stylesheet"')).toBeGreaterThan(behind!.indexOf('</section>'));
  });

  it('is the same compressed as it is plain', () => {
    const files = ['board.html', 'index.html', 'sw.js', ...readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`)];
    const compressed = files.filter((name) => existsSync(join(dist, `${name}.br`)));
    expect(compressed.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(3);
    for (const name of compressed) {
      const plain = read(name);
      expect(brotliDecompressSync(readFileSync(join(dist, `${name}.br`))).toString()).toBe(plain);
      expect(gunzipSync(readFileSync(join(dist, `${name}.gz`))).toString()).toBe(plain);
    }
  });

  it('has no script or style within its pages, which their policy forbids', () => {
    for (const page of ['board.html', 'index.html']) {
      expect(read(page)).not.toMatch(/<script(?![^>]*\ssrc=)/);
      expect(read(page)).not.toMatch(/<style|\sstyle=|\son\w+=/);
    }
  });

  it('keeps every file of its shell in the service worker, and no film; Indic fonts only once they were used', () => {
    const worker = read('sw.js');
    expect(worker).not.toContain('__PRECACHE__');
    expect(worker).not.toMatch(/^\s*(import|export)\b/m);
    const [, before, onUse] = /^([^]*)\bonUse:(\{.*?\})/.exec(worker)!;
    // The minifier may write a long list as one text that is split at its commas.
    const pathsIn = (script: string) => [...script.matchAll(/[`"',](\/[\w./-]+\.\w+)(?=[`"',])/g)].map(([, path]) => path!);
    const listed = pathsIn(before!);
    const used = pathsIn(onUse!);
    for (const late of ['board-ads', 'follow-releases', 'tv-app', 'pulse-worker'])
      expect(listed.some((path) => path.startsWith(`/assets/${late}`))).toBe(true);
    for (const path of [...listed, ...used]) expect(existsSync(join(dist, path))).toBe(true);
    const fonts = readdirSync(join(dist, 'assets'))
      .filter((name) => name.endsWith('.woff2') && !name.startsWith('hindi-name'))
      .map((name) => `/assets/${name}`);
    const indic = fonts.filter((path) => /\/(anek|tiro)-/.test(path));
    expect(indic).toHaveLength(9);
    expect(used).toEqual(expect.arrayContaining(indic));
    expect(listed.filter((path) => path.endsWith('.woff2')).sort()).toEqual(
      fonts.filter((path) => !used.includes(path)).sort(),
    );
    for (const [, path] of read('board.html').matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) expect(listed).toContain(path);
    expect(listed.filter((path) => /\.(mp4|webm)$/.test(path))).toEqual([]);
  });
});
