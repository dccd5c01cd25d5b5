/** An event as it came, with its data as text. */
export interface ReadEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** Reads Server-Sent Events in whatever pieces they come. */
export class EventReader {
  private rest = '';

  /** The events that `text` completes; comments aren't among them. */
  read(text: string): ReadEvent[] {
    const frames = (this.rest + text.replaceAll('\r\n', '\n')).split('\n\n');
    this.rest = frames.pop()!;
    return frames.map(eventIn).filter((event) => event !== undefined);
  }
}

function eventIn(frame: string): ReadEvent | undefined {
  const data: string[] = [];
  let event = 'message';
  let id: string | undefined;
  for (const line of frame.split('\n')) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n'), id };
}
