import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/form/FormDialog';
import { filesText } from '../../../lib/units';
import { usePublish } from '../dataset-queries';

/** Tells a catalog of ESGF-NG that this site has a copy. */
export function PublishDialog({ instanceId, onClose }: { instanceId: string; onClose: () => void }) {
  const [index, setIndex] = useState('');
  const [node, setNode] = useState('');
  const [root, setRoot] = useState('');
  const [credential, setCredential] = useState('');
  const publish = usePublish();
  const wish = { dataset: instanceId, index: index.trim(), node: node.trim(), root: root.trim(), credential };
  return (
    <FormDialog
      title="Publish our copy"
      action="Publish"
      ready={Object.values(wish).every((value) => value !== '')}
      running={publish.isPending}
      error={publish.error}
      onSubmit={() => publish.mutate(wish)}
      onClose={onClose}
    >
      <TextInput
        label="Index"
        description="Name of a STAC index of the server's settings that can be written"
        placeholder="esgf-ng-east"
        value={index}
        onChange={({ currentTarget: { value } }) => setIndex(value)}
        data-autofocus
      />
      <TextInput
        label="Data node"
        description="Its registered name"
        placeholder="esgf.dkrz.example"
        value={node}
        onChange={({ currentTarget: { value } }) => setNode(value)}
      />
      <TextInput
        label="Address of the files"
        description="Above the paths of the export"
        placeholder="https://esgf.dkrz.example/thredds/fileServer"
        value={root}
        onChange={({ currentTarget: { value } }) => setRoot(value)}
      />
      <PasswordInput
        label="Credential"
        description="A bearer token for that catalog; used once and stored nowhere"
        autoComplete="off"
        value={credential}
        onChange={({ currentTarget: { value } }) => setCredential(value)}
      />
      {publish.isSuccess && (
        <output>
          The catalog accepted {filesText(publish.data.sent)}; it shows {publish.data.shown} of{' '}
          {filesText(publish.data.files)} at our node. What was accepted shows after a while: publish again to
          see how far it is.
        </output>
      )}
    </FormDialog>
  );
}
