/** The first bytes of a file; none where it can't be read, as when it was moved meanwhile. */
export async function firstBytes(file: Blob, count: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () => resolve(new Uint8Array((reader.result ?? new ArrayBuffer(0)) as ArrayBuffer));
    reader.readAsArrayBuffer(file.slice(0, count));
  });
}
