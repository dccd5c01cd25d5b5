import { mkdir } from 'node:fs/promises';

const FOLDER = '.results/pictures';

/** A page of either driver. */
interface Pictured {
  screenshot(options: { path: string; quality: number; fullPage?: boolean }): Promise<unknown>;
}

/**
 * Keeps a screenshot for people who ask for it, `PICTURES=yes npm test -- board-states`, because drawing and encoding take the time
 * of many assertions. The screens of a failed spec are kept in any case (`deploy/local/evidence.mjs`).
 */
export async function picture(page: Pictured, name: string, fullPage = false): Promise<void> {
  if (!process.env.PICTURES) return;
  // The driver of Chromium 79 doesn't create the folder.
  await mkdir(FOLDER, { recursive: true });
  // As JPEG, because Chromium takes six times as long for PNG.
  await page.screenshot({ path: `${FOLDER}/${name}.jpg`, quality: 90, fullPage });
}
