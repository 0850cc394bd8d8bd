import { describe, expect, it } from 'vitest';
import { compare } from './schema.ts';

describe('the structures', () => {
  const fresh = ['column a.b text', 'function c()\nbegin\nend'];
  const picture = fresh.join('\n');

  it('are one', () => {
    expect(compare({ fresh, stepped: fresh }, `${picture}\n`)).toEqual([]);
  });

  it('differ between the database migrated at once and the one migrated in steps', () => {
    expect(compare({ fresh, stepped: ['column a.b text'] }, picture)).toEqual([
      'only in a fresh database: function c()',
    ]);
    expect(compare({ fresh: ['column a.b text'], stepped: fresh }, 'column a.b text')).toEqual([
      'only in a migrated one: function c()',
    ]);
  });

  it('differ from the committed structure inside a function, or in their order', () => {
    const changed = compare({ fresh, stepped: fresh }, picture.replace('begin', 'declare'));
    expect(changed).toEqual([expect.stringContaining('begin'), expect.stringContaining('declare')]);
    expect(compare({ fresh, stepped: fresh }, [...fresh].reverse().join('\n'))).toHaveLength(1);
  });
});
