/** What a call does, as the operation log tells people; `other` only for calls that nobody has described. */
export const operationKinds = [
  'add',
  'change',
  'delete',
  'restore',
  'destroy',
  'merge',
  'import',
  'export',
  'print',
  'transfer',
  'share',
  'follow_up',
  'convert',
  'pool',
  'take',
  'assign',
  'state',
  'approve',
  'check',
  'void',
  'undo',
  'upload',
  'seen',
  'arrange',
  'rights',
  'end',
  'retry',
  'logout',
  'read',
  'other',
] as const;
export type OperationKind = (typeof operationKinds)[number];

/** What it is about, as the log calls it. */
export const operationObjects = [
  'crm_leads',
  'crm_customer',
  'crm_contacts',
  'crm_business',
  'crm_contract',
  'crm_receivables',
  'crm_receivables_plan',
  'crm_receipt',
  'crm_express',
  'crm_product',
  'category',
  'stage_group',
  'arrears',
  'ledger',
  'bank',
  'credit',
  'goal',
  'enterprise',
  'follow_up',
  'duty',
  'owner_source',
  'sms_blacklist',
  'course_map',
  'business_card',
  'guide_item',
  'approval_category',
  'approval',
  'flow',
  'message',
  'scene',
  'field',
  'template',
  'file',
  'user',
  'dept',
  'role',
  'rights',
  'company',
  'job',
  'log',
  'session',
  'backup',
  'archive',
  'erasure',
  'webhook',
  'program',
  'hand_over',
  'invite',
  'view',
  'lead_source',
  'channel',
  'order_log',
  'other',
] as const;
export type OperationObject = (typeof operationObjects)[number];

/** The object of each family of calls: the path but for its end, in lower case and without slashes. */
const objectOfFamily: Readonly<Record<string, OperationObject>> = {
  crmleads: 'crm_leads',
  crmcustomer: 'crm_customer',
  crmcontacts: 'crm_contacts',
  crmbusiness: 'crm_business',
  crmcontract: 'crm_contract',
  crmreceivables: 'crm_receivables',
  crmreceivablesplan: 'crm_receivables_plan',
  crmreceipt: 'crm_receipt',
  crmexpress: 'crm_express',
  crmexpressdeliver: 'crm_express',
  crmproduct: 'crm_product',
  crmproductcategory: 'category',
  businesstype: 'stage_group',
  crmsarrears: 'arrears',
  crmledger: 'ledger',
  crmbank: 'bank',
  crmcredit: 'credit',
  achievement: 'goal',
  crmenterprise: 'enterprise',
  crmrecord: 'follow_up',
  crmbacklog: 'follow_up',
  crmschedule: 'duty',
  crmownersource: 'owner_source',
  crmglobalsmsblacklist: 'sms_blacklist',
  crmpubliccoursemap: 'course_map',
  electronicbusinesscard: 'business_card',
  crmoperate: 'guide_item',
  oaexaminecategory: 'approval_category',
  examinerecord: 'approval',
  examine: 'flow',
  systemmessage: 'message',
  scene: 'scene',
  field: 'field',
  printing: 'template',
  file: 'file',
  systemuser: 'user',
  adminusers: 'user',
  systemdept: 'dept',
  systemrole: 'role',
  systemrightsrequest: 'rights',
  sysconfig: 'company',
  systemsetting: 'company',
  systemjob: 'job',
  systemlog: 'log',
  systemsession: 'session',
  systemoperation: 'backup',
  systemarchive: 'archive',
  systemerasure: 'erasure',
  operation: 'other',
  systemwebhook: 'webhook',
  systemprogram: 'program',
  systemhandover: 'hand_over',
  systeminvite: 'invite',
  systemviewas: 'view',
  crmcluesource: 'lead_source',
  crmmessagingservice: 'channel',
  crmcontractorderlog: 'order_log',
};

/** What each end of a path does; most specific first. */
const kindOfEnd: readonly (readonly [RegExp, OperationKind])[] = [
  [/^(downloadExcel|downloadSheet|downImportError|previewExcel)$/, 'other'],
  [/^(addRecord)$/, 'follow_up'],
  [
    /^(auditExamine|addSigners|transferExamine|returnExamine|pass\w*|urge|comment|copyTo|confirm|decline|decide|decideMany|check|revokeCheck)$/,
    'approve',
  ],
  [/ExportExcel$|^export[A-Z]|^taxExcel$|^expressDeliverExcel$/, 'export'],
  [/^generate\w+$/, 'print'],
  [/^(verify|queryList|findByCustomerPageList)$/, 'check'],
  [/^(uploadExcelChangeCustomerUser|changeOwnerUser|transfer)$/, 'transfer'],
  [/^(uploadExcelTeam|uploadExcelDelTeam|\w+Members|setShares|relate\w+|unrelate\w+)$/, 'share'],
  [/^(crmSeasCustomers|updateCustomerByIds|recycle)$/, 'pool'],
  [/^receiveByIds$/, 'take'],
  [/^(distributeByIds|assignLeads)$/, 'assign'],
  [/^(uploadExcelDelCustomer|remove\w*|drop\w*|clear|delete(?!ByIdsReal)\w*|\w*Delete)$/, 'delete'],
  [/^uploadExcelFollowUp$/, 'follow_up'],
  [/^(superUploadExcel|uploadExcel\w*|stopImport)$/, 'import'],
  [/^(undo\w*)$/, 'undo'],
  [/^(upload|updateImg)$/, 'upload'],
  [/^(deleteByIdsReal|destroyDeleted|erase\w+)$/, 'destroy'],
  [/^restore\w+$/, 'restore'],
  [/^merge\w+$/, 'merge'],
  [/^(transferPlus|transferQichacha|startChange)$/, 'convert'],
  [/^(void\w+|\w+Discard|withdraw)$/, 'void'],
  [/^(read\w+|markSeen|set\w+Followup|hideFirstSteps)$/, 'seen'],
  [/^(fieldConfig|setFelidStyle|sceneConfig|setDefaultScene|setOrder|updateOrder)$/, 'arrange'],
  [/^(updateRoleMenu|relatedUser|unbindingUser|saveRoleField)$/, 'rights'],
  [/^end\w*$/, 'end'],
  [/^(revive|recount|retry|repeat|replay|test)\w*$/, 'retry'],
  [/^logout$/, 'logout'],
  [
    /^(setUserStatus|updateStatus|setStatus|status|changeState|lock|activation|boost\w+|setDealStatus|freeze|closeArrearOrder|exceptionContractHandle|setModuleSetting)$/,
    'state',
  ],
  [/^(plan|start|rotateKey|newSecret)$/, 'change'],
  [/^(add\w*|copy\w*|addByPeriods|create|createAdmin|apply)$/, 'add'],
  [
    /^(save\w*|update\w*|set\w*|resetPassword|rename\w*|\w+Edit|customerSetting|examineFieldSave|move|\w+AddOrUpdate)$/,
    'change',
  ],
];

interface Described {
  readonly kind: OperationKind;
  readonly object: OperationObject;
}

/** What a call is to people, by its path. */
export function operationOf(path: string): Described {
  const parts = path.split('/');
  const end = parts.pop() ?? '';
  const object = objectOfFamily[parts.join('').toLowerCase()] ?? (end === 'logout' ? 'session' : 'other');
  // one of its own device
  if (path === 'system/user/endLogin') return { kind: 'end', object: 'session' };
  // leads become customers
  const kind =
    path === 'CrmLeads/transfer' ? 'convert' : (kindOfEnd.find(([pattern]) => pattern.test(end))?.[1] ?? 'other');
  return { kind, object };
}

/** Calls that change nothing, although they are no plain reads. */
const isPreview = (path: string): boolean => path.endsWith('/previewExcel');
const takesOut: ReadonlySet<OperationKind> = new Set(['export', 'print', 'check']);

/** Whether a call is in the log: every write, and reads that take data out or tell what there is (security A13, O6). */
export const isLogged = ({ path, effect, answer, rate }: LoggedCall): boolean =>
  effect === 'read'
    ? (answer === 'file' || rate === 'search') && takesOut.has(operationOf(path).kind)
    : !isPreview(path);

interface LoggedCall {
  readonly path: string;
  readonly effect: 'read' | 'write' | 'manual';
  readonly answer: string;
  readonly rate: string;
}
