/** The form of the name that customers know the account as. Loaded while there is none. */
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { updateBrand } from './connect-queries.ts';

export function NameForm({
  accountUuid,
  onLater,
}: {
  readonly accountUuid: string;
  readonly onLater: () => void;
}) {
  return (
    <Card title="What do your customers call you?">
      <Form
        initial={{ name: '' }}
        fields={() => [
          {
            name: 'name',
            kind: 'text',
            label: 'Company or product',
            hint: 'Shown on the pages and emails that your customers connect their domains with. Links need it.',
            autoComplete: 'organization',
            required: true,
          },
        ]}
        send={({ name }) => updateBrand(accountUuid, { name })}
        changes={['brand']}
        onSaved={() => {}}
        onCancel={onLater}
        action="Save"
      />
    </Card>
  );
}
