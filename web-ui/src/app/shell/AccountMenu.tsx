import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { wordsOf } from '../../components/ErrorPanel';
import { useLogout, type Session } from '../../lib/session';
import classes from './AccountMenu.module.css';

/** Who is logged in, the colours of the page, and the way out. */
export function AccountMenu({ session }: { session: Session }) {
  const logout = useLogout();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = [
    ['auto', 'As the system'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ] as const;
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default" aria-label={`Account ${session.owner}`}>
          <bdi className={classes.owner}>{session.owner}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.roles.length === 1 ? 'Role' : 'Roles'}: {session.roles.join(', ')}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        {schemes.map(([scheme, label]) => (
          <Menu.Item
            key={scheme}
            aria-checked={colorScheme === scheme}
            role="menuitemradio"
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme ? '✓' : null}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => logout.mutate()} closeMenuOnClick={false}>
          Log out
        </Menu.Item>
        {logout.isError && (
          <p role="alert" className={classes.problem}>
            Still logged in. {wordsOf(logout.error).detail}
          </p>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
