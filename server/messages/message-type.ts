import type { MessageKey } from '#shared/i18n/translate.ts';
import type { MessageIcon, MessageLabel } from '#shared/messages/message-labels.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** A type of messages, as declared by the module that sends them. */
export interface MessageType {
  /** Unique among types that are not `of` a record type, such as `approval.passed`. */
  readonly name: string;
  /** On the wire, unique; from 100 on what older clients do not know. */
  readonly number: number;
  readonly label: MessageLabel;
  readonly icon: MessageIcon;
  /**
   * The sentence: `{name}` is who caused it, `{noun}` and `{title}` the type and name of the record, further places are
   * values of the message.
   */
  readonly text: MessageKey;
  /** For events about several records at once; `{count}` says how many. */
  readonly textOfMany?: MessageKey;
  /** Where it leads, with `{id}` for that of its record; by default to the record. */
  readonly leadsTo?: string;
  /** Takes the place of the general type with the same name for records of this type. */
  readonly of?: RecordType;
}

const byNumber = new Map<number, MessageType>();
const byName = new Map<string, MessageType>();
const nameOf = (name: string, typeCode: number | undefined): string =>
  typeCode === undefined ? name : `${name}/${typeCode}`;

/** Makes types of messages known; where the server lists its modules. */
export function registerMessages(types: readonly MessageType[]): void {
  for (const type of types) {
    const known = byNumber.get(type.number);
    if (known && (known.name !== type.name || known.of?.code !== type.of?.code))
      throw new Error(`${known.name} and ${type.name} have one number: ${type.number}`);
    byNumber.set(type.number, type);
    byName.set(nameOf(type.name, type.of?.code), type);
  }
}

/** The type of messages of a name for records of a type. @throws Error for one that was not registered */
export function messageType(name: string, recordType?: RecordType): MessageType {
  const found = byName.get(nameOf(name, recordType?.code)) ?? byName.get(name);
  if (!found) throw new Error(`no message is called ${name}`);
  return found;
}

export const messageTypeOf = (number: number): MessageType | undefined => byNumber.get(number);

/** The types that messages of every record type have, in the order of their numbers. */
export const generalTypes = (): MessageType[] =>
  [...byNumber.values()].filter(({ of }) => !of).toSorted((one, other) => one.number - other.number);

/** Every number with that of the general type of its name. */
export const generalNumbers = (): { number: number; general: number }[] =>
  [...byNumber.values()].flatMap(({ name, number }) => {
    const general = byName.get(name)?.number;
    return general === undefined ? [] : [{ number, general }];
  });

/** The kinds of which there can be messages. */
export const knownLabels = (): MessageLabel[] =>
  [...new Set([...byNumber.values()].map(({ label }) => label))].toSorted((one, other) => one - other);
