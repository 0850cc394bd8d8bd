import type { MessageKey } from '#shared/i18n/translate.ts';

/**
 * What a child says of its parent, at the field that points to it. Deleting, merging, transferring and destroying the
 * parent, its pool and the tabs of its detail go by what its children declare: no type knows who points to it.
 */
export interface Relation {
  /** Module code of the parent's type. */
  readonly to: number;
  /**
   * What a deletion of the parent means for live children: they keep it from being deleted, go to the recycle bin with
   * it, lose the link, or point on to what lies in the bin. A destroyed parent is never pointed to.
   */
  readonly onDelete: 'refuse' | 'cascade' | 'unlink' | 'keep';
  /** Children of records that become one are those of the one that stays. */
  readonly onMerge: 'move';
  /** Whether children change hands with the parent, as far as the actor may change them. */
  readonly onTransfer: 'follow' | 'stay';
  /** Number of the wire by which a transfer asks for the children (R17.1); without one they always follow. */
  readonly changeType?: number;
  /** Children of the parent's owner go into the pool with it, and whoever gets it out gets those that are nobody's. */
  readonly inPool?: 'follow';
  /** Who reads the parent reads this of its children, whoever owns them. */
  readonly visibleWith?: VisibleWith;
  /** The parent has to belong to what another field of the child points to. */
  readonly within?: Within;
  /** Fields that a child made from its parent begins with, each with the field of the parent that it copies. */
  readonly copies?: Readonly<Record<string, string>>;
  /** How the parent's screens call such children; the plural of the type unless given. */
  readonly label?: MessageKey;
  /** Button of the form of a new parent that goes on with a child. */
  readonly next?: MessageKey;
}

export interface VisibleWith {
  /** Names of fields, beside the one that names the record. */
  readonly fields: readonly string[];
  /** Of these, those that take the right to read children as well; to the pool, while the parent is nobody's. */
  readonly forReaders: readonly string[];
}

export interface Within {
  /** The child's own field, such as the customer of a receivable. */
  readonly field: string;
  /** The parent's field that has to hold the same, such as the customer of its contract. */
  readonly theirs: string;
}
