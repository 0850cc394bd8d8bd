import { FileOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { download } from '#web/lib/http/client.ts';
import { webAddress } from '#web/lib/web-address.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { rings } from '#web/record/cells/phone-numbers.ts';
import { capitalsOf, decimalText } from '#web/record/cells/decimal-text.ts';
import { fileCalls } from '#shared/platform/file-calls.ts';
import type { InformationRow } from '#shared/record/calls/record-calls.ts';
import { Person } from '#web/ui/values/person.tsx';
import { Dash } from '#web/ui/values/dash.tsx';

/** A value in the information of a record: numbers, addresses and files are links. */
export function ShownValue({ row }: { readonly row: InformationRow }) {
  const { value, fieldName } = row;
  if (typeof value !== 'string') return value.length === 0 ? <Dash /> : <FileLinks files={value} />;
  if (value === '') return <Dash />;
  const href = fieldName === 'telephone' ? rings : pageTypeOf(row).href;
  if (href) return <a href={href(value)}>{value}</a>;
  if (pageTypeOf(row).look === 'person' && !value.includes(',')) return <Person name={value} />;
  if (pageTypeOf(row).isToTheMinute) return <time title={value}>{value.slice(0, 16)}</time>;
  const decimal = decimalText(row, value);
  if (decimal !== null) return <span title={capitalsOf(row, value) ?? undefined}>{decimal}</span>;
  const address = webAddress(value);
  if (address === null) return value;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {value}
    </a>
  );
}

const FileLinks = ({ files }: { readonly files: Exclude<InformationRow['value'], string> }) =>
  files.map(({ fileId, name }) => (
    <Button
      key={fileId}
      type="link"
      size="small"
      icon={<FileOutlined aria-hidden />}
      onClick={() => void download(fileCalls.bytes, { fileId })}
    >
      {name}
    </Button>
  ));
