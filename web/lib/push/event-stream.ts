export interface StreamEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** Parses server-sent events from chunks of text, which may end anywhere. EventSource cannot send the login header. */
export function eventReader(onEvent: (event: StreamEvent) => void): (chunk: string) => void {
  let rest = '';
  let lastId = '';
  let type = '';
  let data: string[] = [];
  const readLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ id: lastId, type: type || 'message', data: data.join('\n') });
      type = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    // a comment: the server's heartbeat
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') type = value;
    else if (name === 'id') lastId = value;
  };
  return (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
}
