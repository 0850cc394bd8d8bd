/** The ways by which messages leave the house. The names are stored: they stay. */
export const channels = ['sms', 'email', 'wecom', 'dingtalk'] as const;
export type Channel = (typeof channels)[number];

/** Channels that reach one person; the others are robots that speak to a group. */
export const isPersonal = (channel: Channel): boolean => channel === 'sms' || channel === 'email';

/** Where the robots listen, unless another address is set. */
export const robotAddresses: Readonly<Record<Channel, string>> = {
  sms: '',
  email: '',
  wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send',
  dingtalk: 'https://oapi.dingtalk.com/robot/send',
};

/** Places of the words of a message. */
export const wordPlaces = ['name', 'title', 'link'] as const;

/** Places of the request of a personal channel: who it is for, the words, the key, and the id of the delivery. */
export const requestPlaces: Readonly<Record<Channel, readonly string[]>> = {
  sms: ['phone', 'content', 'key', 'id'],
  email: ['email', 'subject', 'content', 'key', 'id'],
  wecom: [],
  dingtalk: [],
};

/** Places without which a request would be senseless. */
export const neededPlaces = (channel: Channel): readonly string[] =>
  isPersonal(channel) ? requestPlaces[channel].filter((place) => ['phone', 'email', 'content'].includes(place)) : [];

const place = /\{([^{}\s"]*)\}/g;

/** The places that a text names, each once. */
export const placesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(place)].map(([, name]) => name ?? '')),
];

/** A text with its places filled; unknown ones stay. */
export const fillPlaces = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(place, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : whole));

/** The places as people write them, for help and messages. */
export const writtenPlaces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(' ');

/** A request with its places filled inside the texts of its JSON, so that no value can change its shape. */
export function fillRequest(request: string, values: Readonly<Record<string, string>>): string {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillPlaces(value, values);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
    return value;
  };
  return JSON.stringify(fill(JSON.parse(request)));
}

/** Whether a text is the JSON of an object. */
export function isJsonObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
