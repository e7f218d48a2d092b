import { organizationRoutes } from '#contract/resources/organizations.ts';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { useWrite } from '#web/kit/use-record.ts';
import { toast } from '#web/ui/toast.tsx';

type ArchiveUserProps = {
  organization: { id: number; name: string };
  person: { id: number; name: string };
  /** Brings them back instead. */
  isBack: boolean;
  onClose: () => void;
};

/** Asks the platform team whether to archive somebody in an organization, or to bring them back. */
export const ArchiveUser = ({ organization, person: { id, name }, isBack, onClose }: ArchiveUserProps) => {
  const { mutateAsync } = useWrite(isBack ? organizationRoutes.unarchiveUser : organizationRoutes.archiveUser);
  const verb = isBack ? 'Unarchive' : 'Archive';
  const write = async () => {
    await mutateAsync({ sent: { params: { organization_id: organization.id, id } } });
    toast.success(isBack ? `${name} unarchived` : `${name} archived`);
    onClose();
  };
  return (
    <ConfirmWrite title={`${verb} ${name}`} verb={verb} write={write} onClose={onClose}>
      {isBack ? (
        <p>They’ll get back their access to {organization.name}, with the same permission groups as before.</p>
      ) : (
        <>
          <p>Are you sure you want to archive this user?</p>
          <p>They lose access to {organization.name} immediately. Their name stays on everything they recorded.</p>
        </>
      )}
    </ConfirmWrite>
  );
};
