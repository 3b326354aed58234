import { NativeSelect } from '@mantine/core';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Known } from '../../components/page/Known';
import { Panel } from '../../components/page/Panel';
import { usePatchSettings, useSettings, type Settings } from './settings-queries';
import classes from './SettingsPage.module.css';

type Level = Settings['logLevel'];

const LEVELS: readonly { value: Level; label: string }[] = [
  { value: 'ERROR', label: 'Errors only' },
  { value: 'WARN', label: 'Errors and warnings' },
  { value: 'INFO', label: 'Everything worth knowing' },
  { value: 'DEBUG', label: 'Also what helps to find a defect' },
];

export function LogPanel() {
  const settings = useSettings(true);
  const patch = usePatchSettings();
  return (
    <Panel title="Log of the server">
      <Known asked={settings} what="the settings">
        {({ logLevel }) => (
          <div className={classes.fields}>
            <NativeSelect
              label="What is written"
              description="Takes effect at once, until the server is started again; then its settings file decides."
              value={logLevel}
              data={[...LEVELS]}
              disabled={patch.isPending}
              onChange={(event) => patch.mutate({ logLevel: event.currentTarget.value as Level })}
            />
            {patch.isSuccess && <span className={classes.good}>Changed.</span>}
            {patch.isError && <ErrorPanel error={patch.error} />}
          </div>
        )}
      </Known>
    </Panel>
  );
}
