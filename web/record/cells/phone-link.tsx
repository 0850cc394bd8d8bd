import { PhoneDigits } from '#web/record/cells/phone-digits.tsx';
import { mobileNumber, mobileOf, phoneNumbers, type PhoneNumber } from '#web/record/cells/phone-numbers.ts';
import type { Row } from '#web/record/row.ts';
import { Dash } from '#web/ui/values/dash.tsx';

interface LinkProps {
  readonly record: Row;
}

/** A call link with the number of a record, without a label: the mobile, or else the telephone. */
export const PhoneLink = ({ record }: LinkProps) => <NumberLink number={phoneNumbers(record)[0]} record={record} />;

/** A call link with the mobile of a record, with its country code if foreign, and with no other number. */
export const MobileLink = ({ record }: LinkProps) => <NumberLink number={mobileNumber(record)} record={record} />;

/** A masked mobile is only shown. */
const NumberLink = ({ number, record }: LinkProps & { readonly number: PhoneNumber | undefined }) =>
  number ? (
    <a href={number.href}>
      <PhoneDigits shown={number.shown} />
    </a>
  ) : (
    mobileOf(record) || <Dash />
  );
