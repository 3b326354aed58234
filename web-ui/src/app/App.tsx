import { MantineProvider, Title } from '@mantine/core';

export function App() {
  return (
    <MantineProvider defaultColorScheme="auto">
      <Title order={1}>Bulk Data Mover</Title>
    </MantineProvider>
  );
}
