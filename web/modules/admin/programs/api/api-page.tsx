import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Switch } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { download, fetchFile } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { apiDocumentCalls } from '#shared/admin/programs/api-document-calls.ts';
import { callsOf } from './api-document.ts';
import { ApiGroup } from './api-group.tsx';
import { useApiWords } from './use-api-words.ts';
import styles from './api.module.css';

/** /person/api: the calls that programs can make, for those who write them. */
export function ApiPage() {
  const text = useText();
  const { tree } = useSession();
  const [search, setSearch] = useState('');
  const [isMine, setMine] = useState(false);
  const words = useApiWords();
  const query = useQuery({
    // its messages are in the reader's language
    queryKey: [apiDocumentCalls.document.path, words.language],
    queryFn: async ({ signal }) => {
      const { blob } = await fetchFile(apiDocumentCalls.document, {}, { quiet: true, signal });
      return callsOf(await blob.text());
    },
    staleTime: Infinity,
  });
  const held = new Set<string>(tree.allAuth.permissions);
  const isPermitted = (keys: readonly string[]) => keys.length === 0 || keys.some((key) => held.has(key));
  return (
    <Page
      title={text('page.api')}
      acts={
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => void download(apiDocumentCalls.document, {}).catch(() => undefined)}
        >
          {text('api.download')}
        </Button>
      }
    >
      <PageBody>
        <div className={styles['page']}>
          <section>
            <h2>{text('api.how')}</h2>
            <p className={styles['how']}>{text('api.how_text')}</p>
            <Link to="/person/index">{text('api.to_own')}</Link>
          </section>
          <div className={styles['bar']} role="search">
            <SearchBox isMain placeholder={text('api.search')} value={search} onSearch={setSearch} />
            <label className={styles['mine']}>
              <Switch checked={isMine} onChange={setMine} />
              {text('api.only_mine')}
            </label>
          </div>
          <PageState
            query={query}
            isEmpty={(calls) => words.found(calls, search).length === 0}
            emptyText={text('api.none')}
          >
            {(calls) => {
              const shown = words.found(calls, search).filter(({ keys }) => !isMine || isPermitted(keys));
              return (
                <>
                  <p className={styles['count']} role="status">
                    {text('api.count', { count: shown.length })}
                  </p>
                  {[...Map.groupBy(shown, ({ object }) => object)].map(([object, ofGroup]) => (
                    <ApiGroup
                      key={`${object} ${search === '' ? '' : 'found'}`}
                      name={words.objectName(object)}
                      calls={ofGroup}
                      isOpen={search !== ''}
                      isPermitted={isPermitted}
                    />
                  ))}
                </>
              );
            }}
          </PageState>
        </div>
      </PageBody>
    </Page>
  );
}
