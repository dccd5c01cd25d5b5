const FILES = ['picture.png', 'picture.jpg', 'picture.webp', 'picture.avif', 'animated.gif', 'vp9.webm', 'h264.mp4'];

/** Makes up a form, mostly with a fault in it. */
export function forms({ random, pick, chance, VALUES, FIELDS }, mediaFile) {
  const boundary = pick(['b', '----x', 'b'.repeat(70), "'()+_,-./:=?"]);
  const parts = [];
  for (let count = Math.floor(random() * 5); count >= 0; count--) {
    const isFile = chance(0.35);
    const name = isFile
      ? pick(['logo', 'advertisement', 'avatar', '__proto__', ''])
      : pick([...FIELDS, '\xff', '', 'a'.repeat(300)]);
    const file = pick(['x.png', '', '\xff.png', '../../x', 'a"b', 'x'.repeat(400), '%22', "';\\"]);
    const head = [
      pick([
        ...Array.from(
          { length: 6 },
          () => `content-disposition: form-data; name="${name}"${isFile ? `; filename="${file}"` : ''}`,
        ),
        `content-disposition: form-data; name=${name}${isFile ? `; filename*=utf-8''${file}` : ''}`,
        'content-disposition: form-data',
        'content-disposition: attachment; name="logo"',
        'content-disposition: form-data; name="logo"; filename*=x\'\'%ff',
        'x: y',
        '',
      ]),
      ...(chance(0.3)
        ? [
            `content-type: ${pick(['image/png', 'text/plain; charset=utf-16le', 'application/json', 'x', ';', 'text/plain; charset=\xff'])}`,
          ]
        : []),
      ...(chance(0.1) ? [`content-transfer-encoding: ${pick(['base64', 'x', '7bit'])}`] : []),
      ...(chance(0.03) ? [`big: ${'y'.repeat(20_000)}`] : []),
    ];
    const content = isFile
      ? fileContent({ random, pick, chance }, mediaFile)
      : Buffer.from(String(JSON.stringify(pick(VALUES))));
    parts.push(Buffer.from(`--${boundary}\r\n${head.join('\r\n')}\r\n\r\n`, 'latin1'), content, Buffer.from('\r\n'));
  }
  const end = pick([
    `--${boundary}--\r\n`,
    `--${boundary}--\r\n`,
    `--${boundary}--\r\n`,
    '',
    `--${boundary}`,
    `--${boundary}--`,
    'epilogue',
  ]);
  const bytes = Buffer.concat([...parts, Buffer.from(end)]);
  if (chance(0.1)) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  const quoted = /^[\w-]+$/.test(boundary) ? boundary : `"${boundary}"`;
  return { type: `multipart/form-data; boundary=${chance(0.95) ? quoted : 'other'}`, bytes };
}

function fileContent({ random, pick, chance }, mediaFile) {
  const bytes = Buffer.from(mediaFile(pick(FILES)));
  if (chance(0.4)) return bytes.subarray(0, Math.floor(random() * bytes.length));
  for (let flips = Math.floor(random() * 8); flips > 0; flips--)
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  return bytes;
}
