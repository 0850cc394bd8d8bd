import {
  AccountBookOutlined,
  BulbOutlined,
  CarOutlined,
  ContactsOutlined,
  FileDoneOutlined,
  FileProtectOutlined,
  FundOutlined,
  IdcardOutlined,
  ScheduleOutlined,
  SendOutlined,
  ShoppingOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import type { PartOfNew, PickColumn } from '#web/record/picker/pickable.ts';
import { contactsType, keyPersonField } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { productType, shelfField, unitField } from '#shared/crm/products/product-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';

type Icon = ComponentType<{ readonly 'aria-hidden'?: boolean }>;

/**
 * The pages of a record type. The sidebar, ＋新建, the global search, the relation picker and every link to a record are
 * derived from it.
 */
export interface RecordPage {
  readonly type: RecordType;
  /** Address of its list; `?rowId=` opens a record there, `?create=1` the form of a new one (R11.5). */
  readonly path: string;
  readonly title: MessageKey;
  /** What it is for, and whether people go there all day: as of every page (`web/modules/page.ts`). */
  readonly help: MessageKey;
  readonly isFrequent?: true;
  readonly icon: Icon;
  /** Absent for types that cannot be linked. */
  readonly picker?: PickerTab;
  /** Parts of its list that the picker offers separately. */
  readonly parts?: readonly PickedPart[];
}

interface PickerTab {
  /** Smaller values come first (R24.1). */
  readonly place: number;
  /** The columns of R24.2. */
  readonly columns: readonly PickColumn[];
}

/** A part as declared by its type, by code. */
interface PickedPart extends PickerTab {
  readonly key: string;
  readonly code: number;
  readonly label: MessageKey;
  readonly icon: Icon;
  readonly creates: PartOfNew;
}

/** The record types of CRM in the order of the sidebar. */
export const recordPages = [
  {
    type: leadsType,
    path: '/crm/clue',
    title: 'page.leads',
    help: 'help.leads',
    icon: BulbOutlined,
    picker: {
      place: 30,
      columns: [
        { key: 'name', label: 'crm_leads.leads_name' },
        { key: 'nextTime', label: 'crm_leads.next_time' },
        { key: 'updateTime', label: 'record.update_time' },
        { key: 'createTime', label: 'record.create_time' },
      ],
    },
  },
  {
    type: customerType,
    path: '/crm/customer',
    title: 'page.customers',
    help: 'help.customers',
    isFrequent: true,
    icon: IdcardOutlined,
    picker: {
      place: 10,
      columns: [
        { key: 'customerName', label: 'crm_customer.customer_name' },
        { key: 'nextTime', label: 'crm_customer.next_time' },
        { key: 'updateTime', label: 'record.update_time' },
        { key: 'createTime', label: 'record.create_time' },
      ],
    },
  },
  {
    type: contactsType,
    path: '/crm/contacts',
    title: 'page.contacts',
    help: 'help.contacts',
    icon: ContactsOutlined,
    picker: {
      place: 20,
      columns: [
        { key: 'name', label: 'crm_contacts.name' },
        { key: 'mobile', label: 'crm_contacts.mobile' },
        { key: 'telephone', label: 'crm_contacts.telephone' },
        { key: keyPersonField, label: 'picker.key_person' },
        { key: 'post', label: 'crm_contacts.post' },
        { key: 'address', label: 'crm_contacts.address' },
      ],
    },
    parts: [
      {
        key: 'addressee',
        code: 10,
        label: 'picker.addressee',
        icon: SendOutlined,
        creates: { title: 'picker.addressee.new', required: ['address'] },
        place: 70,
        columns: [
          { key: 'name', label: 'crm_contacts.name' },
          { key: 'mobile', label: 'crm_contacts.mobile' },
          { key: 'address', label: 'crm_contacts.address' },
        ],
      },
    ],
  },
  {
    type: opportunityType,
    path: '/crm/business',
    title: 'page.opportunities',
    help: 'help.opportunities',
    isFrequent: true,
    icon: FundOutlined,
    picker: {
      place: 40,
      columns: [
        { key: 'businessName', label: 'crm_business.business_name' },
        { key: 'money', label: 'crm_business.money' },
        { key: 'customerName', label: 'crm_business.customer_id' },
        { key: 'typeName', label: 'crm_business.type_id' },
        { key: 'statusName', label: 'crm_business.status_name' },
      ],
    },
  },
  {
    type: contractType,
    path: '/crm/contract',
    title: 'page.contracts',
    help: 'help.contracts',
    isFrequent: true,
    icon: FileProtectOutlined,
    picker: {
      place: 50,
      columns: [
        { key: 'num', label: 'crm_contract.num' },
        { key: 'name', label: 'crm_contract.name' },
        { key: 'customerName', label: 'crm_contract.customer_id' },
        { key: 'money', label: 'crm_contract.money' },
        { key: 'startTime', label: 'crm_contract.start_time' },
        { key: 'endTime', label: 'crm_contract.end_time' },
      ],
    },
  },
  {
    type: receivableType,
    path: '/crm/money',
    title: 'page.receivables',
    help: 'help.receivables',
    icon: AccountBookOutlined,
    picker: {
      place: 80,
      columns: [
        { key: 'number', label: 'crm_receivables.number' },
        { key: 'contractName', label: 'crm_contract.name' },
        { key: 'money', label: 'crm_receivables.money' },
        { key: 'contract_money', label: 'crm_contract.money' },
      ],
    },
  },
  {
    type: planType,
    path: '/crm/plan',
    title: 'page.plans',
    help: 'help.plans',
    icon: ScheduleOutlined,
  },
  {
    type: invoiceType,
    path: '/crm/receipt',
    title: 'page.invoices',
    help: 'help.invoices',
    icon: FileDoneOutlined,
  },
  {
    type: shipmentType,
    path: '/crm/send',
    title: 'page.shipments',
    help: 'help.shipments',
    icon: CarOutlined,
  },
  {
    type: productType,
    path: '/crm/product',
    title: 'page.products',
    help: 'help.products',
    icon: ShoppingOutlined,
    picker: {
      place: 60,
      columns: [
        { key: 'name', label: 'crm_product.name' },
        { key: unitField, label: 'crm_product.starter.unit' },
        { key: 'price', label: 'crm_product.price' },
        { key: 'categoryName', label: 'crm_product.category_id' },
        { key: shelfField, label: 'crm_product.starter.shelf' },
      ],
    },
  },
] as const satisfies readonly RecordPage[];

/** Names of the CRM types. */
export type CrmTypeName = (typeof recordPages)[number]['type']['name'];

/** The address of a type's list; null for types without a page. */
export const listPath = (typeName: string): string | null =>
  recordPages.find(({ type }) => type.name === typeName)?.path ?? null;

/** The address of a record; null under the same condition. */
export function recordPath(typeName: string, id: number): string | null {
  const path = listPath(typeName);
  return path === null ? null : `${path}?rowId=${id}`;
}

/**
 * Keys, for the relation picker, of types that the person may write follow-ups about: those that can be both listed and
 * read.
 */
export const followUpTypes = (may: (permission: Permission) => boolean): string[] =>
  recordPages
    .filter(
      ({ type }) => can(type, 'followUps') && ['index', 'read'].every((action) => may(permissionOf(type, action))),
    )
    .flatMap((page) => {
      const { type, parts = [] }: RecordPage = page;
      return [type.module, ...parts.map(({ key }) => key)];
    });
