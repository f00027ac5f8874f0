-- The four seasons of the starter kit open only where somebody chose them. Installations that are on sale keep theirs.
update organization set opens_templates = false where catalogue = 'none' and opened_at is null;
