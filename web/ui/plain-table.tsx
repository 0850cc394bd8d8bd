import { Table, type TableProps } from 'antd';

export type { TableColumnType, TableColumnsType } from 'antd';

/** A table of a page that is no list of records: all rows at once, scrolled sideways where there is no space. */
export const PlainTable = <R extends object>(props: TableProps<R>) => (
  <Table<R> size="small" pagination={false} scroll={{ x: 'max-content' }} {...props} />
);
