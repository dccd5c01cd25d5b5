/** Whether this device has a sheet that shares files. */
export function canShare(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
}

/** Closing the sheet is no failure, and neither is a second tap while the sheet is open. */
const SETTLED = ['AbortError', 'InvalidStateError'];

/** Shares by the device's own sheet. Answers whether that is settled. */
export async function share(what: ShareData): Promise<boolean> {
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return SETTLED.includes((error as Error).name);
  }
}

export function save(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
