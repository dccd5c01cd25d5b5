const SIZE = 16;

/** Whether a picture has no transparent corner. An unreadable picture counts as transparent. */
export function isOpaque(image: HTMLImageElement): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (!context) return false;
  try {
    context.drawImage(image, 0, 0, SIZE, SIZE);
    const { data } = context.getImageData(0, 0, SIZE, SIZE);
    const alpha = (x: number, y: number) => data[(y * SIZE + x) * 4 + 3] ?? 0;
    const last = SIZE - 1;
    return [alpha(0, 0), alpha(last, 0), alpha(0, last), alpha(last, last)].every((value) => value > 250);
  } catch {
    return false;
  }
}
